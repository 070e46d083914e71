// Brings the charts of an exported page to life, and keeps what their sliders
// are set to in the page's address (see settings.js):
//
//   02_the_lock_must_expire.html#ttl:TTL=1s,StallChance=0.01
//
// Further outputs of the same simulation in a page are named with -2, -3, ….
(() => {
  'use strict';

  const note = (place, text) => {
    const line = document.createElement('p');
    line.className = 'locklab-note';
    line.setAttribute('role', 'status');
    line.textContent = text;
    place.append(line);
    return line;
  };

  // ---- The outputs ----

  const outputs = new Map(); // by the name in the address
  for (const root of document.querySelectorAll('.view > .locklab')) {
    const data = root.parentNode.querySelector(':scope > script').textContent;
    const { name } = JSON.parse(data);
    let unique = name;
    for (let n = 2; outputs.has(unique); n += 1) unique = `${name}-${n}`;
    outputs.set(unique, { root, data });
  }

  let fragments; // the room of settings, unless it could not be loaded
  let settings = {};
  let timer;
  // Some browsers take only so many new addresses in a while.
  const told = (name, setting) => {
    if (!fragments) return;
    settings[name] = setting;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const fragment = fragments.format(settings);
      if (!fragment && !location.hash.includes(':')) return; // a heading's
      history.replaceState(history.state, '', fragment ? `#${fragment}` : location.pathname + location.search);
    }, 200);
  };

  // The address of an output as it is set.
  const link = (name) => {
    const fragment = fragments.format({ [name]: settings[name] ?? {} });
    return location.href.split('#')[0] + (fragment && `#${fragment}`);
  };

  // Scrolls to an output in this window. scrollIntoView would scroll the page around
  // a frame as well.
  const show = (root) => {
    if (root) scrollBy(0, root.getBoundingClientRect().top - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop));
  };

  // Sets the sliders to what the address says; those that it does not name go
  // back to their cell's.
  let complaint;
  const obey = () => {
    complaint?.remove();
    let asked = {};
    try {
      asked = fragments.parse(location.hash.slice(1));
      const strange = Object.keys(asked).filter((name) => !outputs.has(name));
      if (strange.length > 0) {
        throw new Error(`no chart of this page is “${strange.join('”, “')}”; there ${outputs.size === 1 ? 'is' : 'are'} ${[...outputs.keys()].join(', ') || 'none'}`);
      }
    } catch (error) {
      complaint = note(document.querySelector('main > *'), `The settings in the address are not followed: ${error.message}.`);
      asked = {};
    }
    for (const [name, output] of outputs) {
      if (asked[name] || settings[name]) output.chart.set(asked[name] ?? {});
    }
    settings = asked;
    return Object.keys(asked).map((name) => outputs.get(name).root)[0];
  };

  // The runtime, which the page has named before this file; if it did not come, it
  // is asked for once more, and then with a reason.
  const runtime = () => new Promise((resolve, reject) => {
    if (window.locklab) {
      resolve();
      return;
    }
    const { src } = document.querySelector('script[src*="static/locklab.js"]');
    const script = Object.assign(document.createElement('script'), { src });
    script.onload = () => (window.locklab ? resolve() : reject(new Error('static/locklab.js is damaged')));
    script.onerror = () => reject(new Error('static/locklab.js could not be loaded'));
    document.head.append(script);
  });

  const begin = async () => {
    locklab.need('cards').then(({ watch }) => watch()).catch(console.warn); // the links lead to the cards as well
    for (const [name, output] of outputs) {
      output.chart = locklab.mount(output.root, output.data, (setting) => told(name, setting), () => link(name));
    }
    try {
      fragments = await locklab.need('settings');
    } catch ({ message }) {
      if (location.hash.includes(':')) note(document.querySelector('main > *'), `The settings in the address are not followed: ${message}`);
      return;
    }
    // Who follows a link to a setting wants to see its chart; who comes back, the
    // place that was left.
    const first = obey();
    if (performance.getEntriesByType('navigation')[0]?.type === 'navigate') show(first);
    const follow = () => show(obey());
    addEventListener('hashchange', follow);
    // The address may be that of the link already, and the sliders elsewhere.
    fragments.watch(({ hash }) => {
      if (location.hash === hash) follow();
      else location.hash = hash;
    });
  };

  runtime().then(begin, ({ message }) => {
    for (const { root } of outputs.values()) note(root, `No live chart: ${message}`);
  });
})();
