// The charts of the lesson, live in a page.
//
//   const chart = locklab.mount(root, view, changed, link);
//   chart.set({ TTL: '1s' });
//   chart.dispose();
//
// locklab.mounted(root) is the chart that is mounted in root, { name, set }.
//
// root is the static layout of one output, complete and readable by itself:
//
//   <div class="locklab">
//     <div class="locklab-said">
//       <p class="locklab-headline"><strong>, <span>
//       <p class="locklab-sentence">, <p class="locklab-caption">
//       <details class="locklab-model"><summary>, <p class="locklab-about"></details>
//     </div>
//     <div class="locklab-chart"><img width height alt src></div>
//     <details class="locklab-fold"><summary>, <div class="locklab-chart"></details>
//     <details class="locklab-data"><summary>, <table></details>
//   </div>
//
// mount puts a live chart in the place of each picture; a chart that is folded
// away is drawn when it is first unfolded. Whatever goes wrong, the picture
// stays and one line says why. The attribute data-locklab of each
// .locklab-chart tells how far it is: "loading", "live" or "failed". That of
// root is the main chart's, which is the first.
//
// view is an object, or its JSON:
//
//   version  of what follows; 1 where none is told, the newest being VERSION below
//   name     names the files that the reader saves
//   charts   for each picture, in their order, { option, steps }: an ECharts
//            option without functions or colours, see below, and for a timeline
//            its steps, through which a reader walks (see walk.js); what is said
//            then stands behind it
//   knobs    the knobs of the simulation, for the sliders, and
//   presets  settings of them worth a look, [{ name, knobs }, …] (see knobs.js)
//   predict  what to guess before the charts are seen (see predict.js); in root
//            all but the question is then in <details class="locklab-came">
//   palette  { light: { role: "#rrggbb", … }, dark: { … } }
//
// A view with quiz, in the place of charts, is a quiz (see quiz.js).
//
// changed, if given, hears of each new setting of the sliders: the knobs that
// differ from view's, with their values as Go writes them. set takes such a
// setting, and a knob that it does not name goes back to view's value. It may
// come before the sliders are there. link, if given, is the address of a page that
// shows the main chart as it is set at the time, for a button that copies it.
//
// The roles that the runtime itself uses are text, muted, grid, axis and
// background; the others (good, bad, wasted, ideal, now, …) are the option's.
//
// In an option a string that starts with @ and a letter is a name:
//
//   "@role"       the colour of that role in the theme in force
//
// or, for renderItem of a custom series, a shape that is drawn from its rows:
//
//   "@draw:band"      [x, low, high]: the area between low and high
//   "@draw:segments"  [x0, y0, x1, y1]: a line each
//   "@draw:dashes"    the same, thin and dashed
//   "@draw:boxes"     [x0, y0, x1, y1]: a rectangle each
//   "@draw:hatched"   the same, filled with thin lines
//   "@draw:note"      the same, with the name of the series in its middle, in views
//                     of version 1
//
// and {"@labels": [[10, "10 s"], …]} is a formatter that writes the words of
// the value asked for. An option without a tooltip.formatter shows the names of
// the points at the pointer, as whole sentences.
//
// Any other name is an error. Fonts, axes, grid and tooltip get their look in
// frame.js, so that an option says only what it shows. Title and legend are words of
// the page, above the chart (see place.js); they are drawn in pictures that are
// saved.
//
// The runtime is in rooms, a file each beside this one, which are loaded when they
// are needed:
//
//   locklab.room('walk', ['page', 'progress'], ({ page, progress }) => …);
//
// is all that walk.js has: its name, the rooms that it needs, and what it gives,
// made of theirs. locklab.need('walk') is a promise of that. Where a file does not
// come, or is damaged, it is rejected with an error that names the file, and the next
// who needs it tries again. They are plain scripts, since a page opened from a file
// may load no modules.
//
// The runtime knows nothing of Jupyter but two things that it uses where they
// are there: the attribute data-jp-theme-light of the body, and (in
// locklab.css) the --jp-… variables. JupyterLab's side is remoteEntry.js.
(() => {
  'use strict';

  // ---- Rooms ----

  // Where a file beside this one is, with the query of this one's own address.
  const self = new URL(document.currentScript.src);
  const beside = (name) => new URL(name + self.search, self).href;

  // What a policy has refused to the page: the directive by address.
  const refused = [];
  addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    if (disposition === 'enforce') refused.push({ address: blockedURI, directive: effectiveDirective });
  });

  // The error that tells why nothing came of a file, as far as a page can find out:
  // it asks the server once more.
  const unloaded = async (name, address = beside(name)) => {
    let why = '';
    if (/^https?:/.test(address)) {
      try {
        const { ok, status, headers, body } = await fetch(address);
        body?.cancel();
        const type = headers.get('Content-Type') ?? '';
        if (!ok) why = `the server answers ${status}`;
        else if (!/javascript/.test(type)) why = `the server sends it as ${type || 'of no type'}`;
      } catch {
        why = 'the server does not answer';
      }
    }
    await new Promise((resolve) => { setTimeout(resolve, 50); }); // the policy's word may come late
    const by = refused.filter((one) => one.address === address || address.startsWith(`${one.address}:`)).map(({ directive }) => directive);
    const directive = by.find((one) => one !== 'connect-src');
    if (directive) why = `the Content-Security-Policy refuses it (${directive})`;
    else if (by.length > 0) why = '';
    return new Error(`${name} could not be loaded${why && `: ${why}`}`);
  };

  // Loads a file of the runtime as a script. came() says, once it has run, whether
  // it did what it is for: of a file that is cut nothing runs, and nobody is told.
  const load = (name, came) => new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: beside(name) });
    script.onload = () => (came() ? resolve() : reject(new Error(`${name} is damaged`)));
    script.onerror = () => {
      script.remove();
      unloaded(name).then(reject);
    };
    document.head.append(script);
  });

  const plans = new Map(); // of rooms by name: what one needs, and how it is made
  const rooms = new Map(); // promises of what they give

  const room = (name, needs, make) => { plans.set(name, { needs, make }); };

  const build = async (name) => {
    if (!plans.has(name)) await load(`${name}.js`, () => plans.has(name));
    const { needs, make } = plans.get(name);
    const given = await Promise.all(needs.map(need));
    return Object.freeze(make(Object.fromEntries(needs.map((one, i) => [one, given[i]]))));
  };
  const need = (name) => {
    if (!rooms.has(name)) rooms.set(name, build(name).catch((error) => { rooms.delete(name); throw error; }));
    return rooms.get(name);
  };

  // Says in place what is not there, and why; put says where in it.
  const explain = (place, error, what = 'No live chart', put = 'append') => {
    place[put](Object.assign(document.createElement('p'), { className: 'locklab-note', textContent: `${what}: ${error.message}` }));
    console.warn('locklab:', error);
  };

  room('files', [], () => ({ beside, unloaded }));
  room('notes', [], () => ({ explain }));

  // ---- What is shown ----

  const VERSION = 2;

  const read = (text) => {
    let view = text;
    if (typeof text === 'string') {
      try {
        view = JSON.parse(text);
      } catch {
        throw new Error('the data of the live chart is not valid JSON');
      }
    }
    if (view?.version > VERSION) throw new Error('a newer version of the lesson has saved it: `locklab update` gets that');
    if (view?.quiz) return view;
    if (!Array.isArray(view?.charts)) throw new Error('the data has no charts');
    if (typeof (view.palette ?? undefined) !== 'object') throw new Error('the data has no palette');
    return view;
  };

  // A quiz, in the place of root's layout.
  const mountQuiz = (root, view) => {
    let quiz;
    let disposed = false;
    const start = async () => {
      const begin = await need('quiz');
      if (disposed) return;
      quiz = begin(root, view);
      root.dataset.locklab = 'live';
    };
    root.dataset.locklab = 'loading';
    start().catch((error) => {
      root.dataset.locklab = 'failed';
      explain(root, error, 'The answers stay folded');
    });
    return {
      set: () => {},
      dispose: () => {
        disposed = true;
        quiz?.dispose();
        delete root.dataset.locklab;
      },
    };
  };

  // What has charts, by its root: { name, set }.
  const charts = new Map();

  const mountCharts = (root, view, changed, link) => {
    let place; // the room
    let filled;
    let prediction;
    let knobs;
    let wanted; // a setting that came before the sliders
    let elsewhere = false; // one has come
    let disposed = false;

    // What the sliders find: it takes the place of what is shown. A brief answer
    // has the main chart only, and the rest stays for the moment.
    const show = ({ live, html }, brief) => {
      const layout = document.createElement('template').content.appendChild(document.createElement('div')); // where no picture is fetched
      layout.innerHTML = html; // by our own Go code, which escapes
      const charts = brief ? [...live.charts, ...view.charts.slice(1)] : live.charts;
      const same = charts.length === view.charts.length;
      view = { ...live, charts, knobs: view.knobs };
      if (same) {
        place.reword(root, layout, brief);
        filled.update(live.charts.length);
        return;
      }
      // Other charts than before: lay all out anew, but for the controls.
      filled.dispose();
      const fresh = layout.querySelector('.locklab');
      for (const node of [...place.within(root).children]) {
        if (node !== knobs.panel && !node.matches('.locklab-predict-panel, .locklab-came > summary')) node.remove();
      }
      place.within(root).append(...fresh.children);
      root.querySelector('.locklab-chart').after(knobs.panel);
      filled = place.fillAll(root, () => view, () => {}, link);
    };

    const noKnobs = (error) => {
      knobs = undefined;
      explain(root.querySelector('.locklab-chart'), error, 'No sliders', 'after');
    };
    const addKnobs = async () => {
      if (!view.knobs?.length || knobs) return;
      try {
        const make = await need('knobs');
        if (disposed) return;
        knobs = make(root, view, show, changed, noKnobs);
        if (wanted) knobs.set(wanted);
      } catch (error) {
        if (!disposed) noKnobs(error);
      }
    };

    // What is to be guessed is not shown before.
    const addPrediction = async () => {
      try {
        const predict = await need('predict');
        if (disposed) return;
        prediction = predict(root, view);
        if (elsewhere) prediction.pass();
      } catch (error) {
        (root.querySelector(':scope > .locklab-came') ?? root).open = true;
        if (!disposed) explain(root, error, 'No guess', 'prepend');
      }
    };

    const addCharts = async () => {
      root.dataset.locklab = 'loading';
      // What comes of a walk is not to be seen meanwhile.
      if (view.charts.some(({ steps }) => steps?.[0]?.parts)) root.classList.add('locklab-walking');
      try {
        place = await need('place');
        if (disposed) return;
        filled = place.fillAll(root, () => view, (state) => { if (state === 'live') addKnobs(); }, link);
      } catch (error) {
        if (disposed) return;
        root.classList.remove('locklab-walking');
        root.dataset.locklab = 'failed';
        explain(root.querySelector('.locklab-chart') ?? root, error);
      }
    };

    if (view.predict) addPrediction();
    addCharts();
    const dispose = () => {
      disposed = true;
      prediction?.dispose();
      knobs?.dispose();
      filled?.dispose();
      root.classList.remove('locklab-walking');
      charts.delete(root);
      delete root.dataset.locklab;
    };
    const set = (setting) => {
      if (Object.keys(setting).length > 0) {
        elsewhere = true;
        prediction?.pass();
      }
      if (knobs) knobs.set(setting);
      else wanted = setting;
    };
    charts.set(root, { name: view.name, set });
    return { set, dispose };
  };

  const mount = (root, text, changed = () => {}, link) => {
    let view;
    try {
      view = read(text);
    } catch (error) {
      root.dataset.locklab = 'failed';
      explain(root, error);
      return { set: () => {}, dispose: () => { delete root.dataset.locklab; } };
    }
    return view.quiz ? mountQuiz(root, view) : mountCharts(root, view, changed, link);
  };

  window.locklab = Object.freeze({ mount, mounted: (root) => charts.get(root), room, need });
})();
