// The sliders of an output: a control for each knob of its simulation, which
// answers them in the page (see host.js).
//
//   knobs(root, view, show, told, fail)
//
// puts the controls below the main chart of root and calls show(answer, brief)
// with what draw.Answer in Go says of each new setting: a brief answer at once
// and the whole one, with told(setting), when the hand rests; or the whole one at
// once where something is unfolded. It returns { panel, set, dispose }. For set and
// told see locklab.js, where told is changed.
//
// The simulations are fetched when somebody reaches for a control, or before that
// when the page is idle. Where they cannot run, no control stays: what is known at
// once is thrown, and what is found later goes to fail(error).
'use strict';

locklab.room('knobs', ['page', 'control', 'host'], ({
  page: { element, keepKeys }, control: { control, parse }, host,
}) => {
  const OPEN = 4; // controls that are not folded away
  const REST = 100; // milliseconds without a move
  const QUIET = 500; // milliseconds more until the sentence is spoken
  const BUSY = 400; // milliseconds after which the page says that it is at work

  return (root, view, show, told, fail) => {
    host.check();
    const { name, knobs } = view;
    let disposed = false;
    let cell; // as Go, of the latest answer

    const panel = element('div', 'locklab-knobs');
    panel.setAttribute('role', 'group');
    panel.setAttribute('aria-label', 'settings of the simulation');
    keepKeys(panel);
    const note = element('p', 'locklab-note');
    note.setAttribute('role', 'status');
    // Who does not see the sentence change hears it, once the hand rests.
    const spoken = element('p', 'locklab-spoken');
    spoken.setAttribute('role', 'status');
    let quiet; // a timer
    const speak = () => {
      const sentence = root.querySelector('.locklab-sentence');
      if (sentence?.checkVisibility()) spoken.textContent = sentence.textContent;
    };

    // A promise of whoever answers the controls.
    let starting;
    const start = () => starting ??= host.start().catch((error) => {
      if (disposed) return;
      dispose();
      fail(error);
    });

    // Asks for the newest setting only, one at a time.
    let due; // the next question, 'brief' or 'whole'
    let asking = false;
    let resting; // a timer
    let complaint; // about what set was given
    let followed = false; // the setting is what set was given
    const question = async () => {
      const ask = await start();
      if (disposed) return {};
      const brief = due === 'brief';
      due = undefined;
      const setting = controls.map(({ value }, i) => [knobs[i].name, value()]);
      return { brief, setting, found: await ask({ name, knobs: Object.fromEntries(setting), brief }) };
    };
    const answer = async () => {
      if (asking) return;
      asking = true;
      try {
        while (due && !disposed) {
          const busy = setTimeout(() => { note.textContent = 'Simulating …'; }, BUSY);
          const { brief, setting, found } = await question().finally(() => clearTimeout(busy));
          if (disposed) return;
          if (found.error !== undefined && followed && due === undefined) {
            refuse(found.error);
            continue;
          }
          note.textContent = found.error ?? complaint;
          if (found.error !== undefined) continue;
          cell = found.cell;
          show(found, brief);
          if (brief) continue;
          clearTimeout(quiet);
          quiet = setTimeout(speak, QUIET);
          told(Object.fromEntries(setting.filter(([, value], i) => value !== released[i])));
        }
      } catch (error) {
        note.textContent = error.message;
        starting = undefined; // the next question starts the simulations anew
      } finally {
        asking = false;
      }
    };
    // Says in what the controls differ from the code. It is no status: who moves a
    // control knows.
    const compare = () => {
      const differing = controls.flatMap(({ number, says }, i) => {
        const [now, was] = [says(number()), says(knobs[i].value)];
        return now === was || Number.isNaN(number()) ? [] : `${knobs[i].name} = ${now} instead of ${was}`;
      });
      differs.textContent = differing.length > 0 ? `Not what the code says: ${differing.join(', ')}.` : '';
    };
    const changed = (fault = '') => {
      complaint = fault;
      compare();
      followed = false;
      due = root.querySelector('.locklab-fold[open], .locklab-data[open]') ? 'whole' : 'brief';
      clearTimeout(resting);
      clearTimeout(quiet);
      if (due === 'brief') {
        resting = setTimeout(() => {
          due = 'whole';
          answer();
        }, REST);
      }
      return answer();
    };
    const controls = knobs.map((knob) => control(knob, () => changed()));
    const released = controls.map(({ value }) => value());
    // The boxes beside the sliders are one below another, as wide as the widest.
    panel.style.setProperty('--locklab-digits', Math.max(1, ...controls.map(({ digits }) => digits ?? 1)));

    const reset = () => controls.forEach((one, i) => one.set(knobs[i].value));
    // A setting is followed as a whole or not at all.
    const refuse = (why) => {
      reset();
      changed(`These are the cell's settings, since ${why}.`);
    };
    const set = (setting) => {
      const values = knobs.map(({ value }) => value);
      const faults = [];
      for (const [knob, text] of Object.entries(setting)) {
        const i = knobs.findIndex((one) => one.name === knob);
        const value = i < 0 ? NaN : parse(knobs[i], text);
        if (i < 0) faults.push(`there is no ${knob}`);
        else if (!Number.isFinite(value)) faults.push(`${text} is no value for ${knob}`);
        else values[i] = value;
      }
      if (faults.length > 0) {
        refuse(faults.join(', and '));
        return;
      }
      controls.forEach((one, i) => one.set(values[i]));
      changed();
      followed = true; // until somebody moves a control
    };

    if (view.presets?.length) {
      const row = element('div', 'locklab-presets');
      row.append(element('span', 'locklab-knob-name', 'Try'));
      for (const preset of view.presets) {
        const node = Object.assign(element('button', 'locklab-tool', preset.name), { type: 'button' });
        node.addEventListener('click', () => set(preset.knobs));
        row.append(node);
      }
      panel.append(row);
    }
    const more = element('details', 'locklab-knobs-more');
    more.append(element('summary', 'locklab-fold-title', 'More settings'));
    controls.forEach(({ row }, i) => (i < OPEN ? panel : more).append(row));
    if (controls.length > OPEN) panel.append(more);

    const buttons = element('div', 'locklab-tools');
    const differs = element('p', 'locklab-differs');
    buttons.append(differs);
    const button = (text, act) => {
      const node = Object.assign(element('button', 'locklab-tool', text), { type: 'button' });
      node.addEventListener('click', act);
      buttons.append(node);
    };
    button('Reset', () => {
      reset();
      changed();
    });
    button('Copy as Go', async () => {
      if (cell === undefined) await changed();
      if (cell === undefined) return;
      try {
        await navigator.clipboard.writeText(cell);
        note.textContent = 'Copied: paste it into a cell.';
      } catch {
        note.textContent = cell;
      }
    });
    panel.append(buttons, note, spoken);
    root.querySelector('.locklab-chart').after(panel);

    for (const type of ['pointerover', 'focusin', 'keydown']) panel.addEventListener(type, start, { once: true });
    host.idle(() => { if (!disposed) start(); });
    const dispose = () => {
      disposed = true;
      clearTimeout(resting);
      clearTimeout(quiet);
      panel.remove();
    };
    return { panel, set, dispose };
  };
});
