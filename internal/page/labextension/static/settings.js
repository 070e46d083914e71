// Settings of the sliders as the fragment of an address:
//
//   #ttl:TTL=1s,StallChance=0.01
//
// The part before the colon names an output by its simulation. What follows are
// the knobs that differ from the cell's, as Go writes them. A semicolon comes
// before the next output. A fragment without a colon is the id of a heading, as
// ever.
//
//   parse(fragment)   what it sets, by output and knob
//   format(settings)  the inverse
//   watch(follow)     links in the prose that are such a fragment
//                     call follow(link), by mouse and by keyboard
'use strict';

locklab.room('settings', [], () => {
  const LONGEST = 2000; // characters of a fragment, several times what all sliders of a page take

  // Whatever is wrong throws.
  const parse = (fragment) => {
    const settings = {};
    if (!fragment.includes(':')) return settings;
    if (fragment.length > LONGEST) throw new Error(`they have ${fragment.length} characters, and no more than ${LONGEST} are read`);
    for (const part of fragment.split(';')) {
      const [name, pairs, ...rest] = part.split(':');
      if (!name || pairs === undefined || rest.length > 0) throw new Error(`“${part}” is not NAME:KNOB=VALUE,…`);
      settings[decodeURIComponent(name)] = Object.fromEntries(pairs.split(',').map((pair) => {
        const [knob, value, ...more] = pair.split('=').map(decodeURIComponent);
        if (!knob || value === undefined || more.length > 0) throw new Error(`“${pair}” is not KNOB=VALUE`);
        return [knob, value];
      }));
    }
    return settings;
  };

  const format = (settings) => Object.entries(settings)
    .filter(([, setting]) => Object.keys(setting).length > 0)
    .map(([name, setting]) => `${encodeURIComponent(name)}:${Object.entries(setting)
      .map((pair) => pair.map(encodeURIComponent).join('=')).join(',')}`)
    .join(';');

  // Before anybody else: JupyterLab would edit the cell in which Enter is pressed.
  const watch = (follow) => {
    const act = (event) => {
      const link = event.target.closest?.('a[href^="#"][href*=":"]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (event.type === 'keydown' ? event.key !== 'Enter' : event.button !== 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      follow(link);
    };
    for (const type of ['click', 'keydown']) addEventListener(type, act, { capture: true });
  };

  return { parse, format, watch };
});
