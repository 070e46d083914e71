// The sliders of an output: a control for each knob of its simulation, and the
// same simulation, compiled to WebAssembly, that answers them in the page.
//
//   locklab.knobs(root, view, show, told)
//
// puts the controls below the main chart of root and calls show(answer, brief)
// with what view.Answer in Go says of each new setting: a brief answer at once
// and the whole one, with told(setting), when the hand rests; or the whole one at
// once where something is unfolded. It returns a promise of
// { panel, set, dispose }. For set and told see locklab.js, where told is
// changed. Where the simulations cannot run it is rejected with the reason, and no
// control is there.
//
// simulations.js, beside this file, is made by the set-up (see simulations.go).
(() => {
  'use strict';

  const { element, keepKeys, beside, handed, unloaded } = locklab.parts;

  // ---- The simulations, in a worker of their own ----

  // A worker from the file itself, where page and file are of one server; so a
  // policy that admits that server's scripts is enough. Else, as from the disk,
  // from a blob.
  const newWorker = async () => {
    if (typeof Worker !== 'function') throw new Error('this browser has no workers, in which the simulations run');
    const file = beside('simulations.js');
    if (/^https?:/.test(file) && new URL(file).origin === self.origin) return { worker: new Worker(file), address: file };
    const [work, base64] = await handed('simulations.js');
    const address = URL.createObjectURL(new Blob([`onmessage = ({ data }) => (${work})(data);`], { type: 'text/javascript' }));
    const worker = new Worker(address);
    worker.postMessage(base64);
    return { worker, address };
  };

  const startWorker = async () => {
    const { worker, address } = await newWorker();
    try {
      await new Promise((resolve, reject) => {
        worker.onmessage = ({ data: { fault } }) => (fault === undefined ? resolve() : reject(new Error(fault)));
        worker.onerror = (event) => {
          event.preventDefault(); // it is told in the page
          if (!event.message) unloaded('simulations.js', address).then(reject);
          else if (event.message.includes('SyntaxError')) reject(new Error('simulations.js is damaged'));
          else reject(new Error(`the simulations did not start: ${event.message}`));
        };
      });
    } catch (error) {
      worker.terminate();
      throw error;
    } finally {
      URL.revokeObjectURL(address);
    }
    return worker;
  };

  // The one worker of the page, and the questions that wait for it.
  const start = async () => {
    if (typeof WebAssembly !== 'object') throw new Error('this browser runs no WebAssembly');
    const worker = await startWorker();
    let turn = Promise.resolve();
    const ask = (question) => turn = turn.then(() => new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(JSON.parse(data));
      worker.onerror = (event) => reject(new Error(event.message || 'the simulation failed'));
      worker.postMessage(JSON.stringify(question));
    }));
    return ask;
  };

  let started;
  const simulations = () => started ??= start().catch((error) => { started = undefined; throw error; });

  // ---- One control ----

  const SECONDS = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, 'µs': 1e-6, ns: 1e-9 };

  // The number in a knob's unit that a text of Go's stands for, NaN if none.
  const parse = ({ kind, unit, options }, text) => {
    if (kind === 'switch') return { false: 0, true: 1 }[text] ?? NaN;
    if (kind === 'choice') return options.includes(text) ? options.indexOf(text) : NaN;
    if (kind !== 'duration') return text.trim() === '' ? NaN : Number(text);
    if (!/^(\d+(\.\d+)?(h|ms|m|s|us|µs|ns))+$/.test(text)) return text === '0' ? 0 : NaN;
    return [...text.matchAll(/([\d.]+)(\D+)/g)]
      .reduce((sum, [, count, name]) => sum + count * SECONDS[name], 0) / SECONDS[unit];
  };

  const STEPS = 1000; // of a slider from end to end

  // Between a slider's place, 0 to STEPS, and a value. A scale of factors begins
  // at min or, where that is 0, at least.
  const scale = ({ min, max, log, kind, least: low = max * 1e-9 }) => {
    const least = log ? Math.max(min, low) : min;
    const toValue = (place) => (log
      ? least * (max / least) ** (place / STEPS)
      : min + (max - min) * (place / STEPS));
    const toPlace = (value) => STEPS * (log
      ? Math.log(Math.max(value, least) / least) / Math.log(max / least)
      : (value - min) / (max - min));
    const round = (value) => {
      const short = Number(value.toPrecision(value >= 1000 ? 3 : 2));
      return Math.min(max, Math.max(min, kind === 'whole' ? Math.round(short) : short));
    };
    return { toPlace, toValue: (place) => round(toValue(place)) };
  };

  // How many characters the longest of the numbers takes that a slider and its
  // box show.
  const longest = ({ min, max, value }, toValue) => {
    const shown = [min, max, value, ...Array.from({ length: STEPS + 1 }, (_, place) => toValue(place))];
    return Math.max(...shown.map((number) => String(number).length));
  };

  let made = 0; // names for labels

  // What a reader sees of a knob, with value() as the text that Go understands,
  // number() as the view has it, and says(number) for readers.
  const control = (knob, changed) => {
    const id = `locklab-knob-${made += 1}`;
    const row = element('div', 'locklab-knob');
    const label = element('label', 'locklab-knob-name', knob.name);
    label.htmlFor = id;
    label.title = knob.caption;
    row.append(label);
    const input = (tag, properties) => {
      const node = Object.assign(element(tag, 'locklab-knob-input'), properties);
      node.addEventListener('input', () => changed());
      row.append(node);
      return node;
    };

    if (knob.kind === 'switch') {
      const box = input('input', { id, type: 'checkbox', checked: knob.value === 1 });
      row.append(element('span', 'locklab-knob-caption', knob.caption));
      const says = (value) => (value === 1 ? 'on' : 'off');
      return { row, says, value: () => String(box.checked), number: () => Number(box.checked), set: (value) => { box.checked = value === 1; } };
    }
    if (knob.kind === 'choice') {
      const list = input('select', { id });
      for (const option of knob.options) list.append(new Option(option, option));
      const set = (value) => { list.value = knob.options[value]; };
      set(knob.value);
      return { row, says: (value) => knob.options[value], value: () => list.value, number: () => list.selectedIndex, set };
    }

    const number = input('input', {
      id, type: 'number', min: knob.min, max: knob.max, step: knob.kind === 'whole' ? 1 : 'any',
    });
    row.append(element('span', 'locklab-knob-unit', knob.unit ?? ''));
    const { toPlace, toValue } = scale(knob);
    const digits = longest(knob, toValue);
    number.style.setProperty('--locklab-digits', digits);
    let slider;
    // A slider has a place; what it stands for is the number in the box.
    const say = () => slider?.setAttribute('aria-valuetext', `${number.value} ${knob.unit ?? ''}`.trim());
    if (knob.name !== 'Seed') { // of a seed no value is near another
      slider = Object.assign(element('input', 'locklab-knob-slider'), { type: 'range', min: 0, max: STEPS });
      slider.setAttribute('aria-label', `${knob.name}: ${knob.caption}`);
      slider.addEventListener('input', () => {
        number.value = toValue(Number(slider.value));
        say();
        changed();
      });
      number.addEventListener('input', () => {
        slider.value = toPlace(Number(number.value));
        say();
      });
      // Several places have one rounded value: an arrow goes to the next value.
      slider.addEventListener('keydown', (event) => {
        const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        let place = Number(slider.value);
        while (place >= 0 && place <= STEPS && by * (toValue(place) - Number(number.value)) <= 0) place += by;
        if (place < 0 || place > STEPS) return;
        slider.value = place;
        slider.dispatchEvent(new Event('input'));
      });
      slider.toPlace = toPlace;
      label.after(slider);
    }
    const short = (value) => Number(value.toPrecision(12));
    const set = (value) => {
      number.value = short(value);
      if (slider) slider.value = slider.toPlace(value);
      say();
    };
    set(knob.value);
    return {
      row,
      set,
      says: (value) => `${short(value)} ${knob.unit ?? ''}`.trim(),
      digits: slider && digits,
      value: () => `${number.value && Number(number.value)}${knob.unit ?? ''}`, // 1000, where somebody wrote 1e3
      number: () => (number.value === '' ? NaN : Number(number.value)),
      clear: () => { number.value = ''; },
    };
  };

  Object.assign(locklab.parts, { control, scale }); // for predict.js

  // ---- The panel ----

  const OPEN = 4; // controls that are not folded away
  const REST = 100; // milliseconds without a move
  const QUIET = 500; // milliseconds more until the sentence is spoken
  const BUSY = 400; // milliseconds after which the page says that it is at work

  locklab.knobs = async (root, view, show, told) => {
    const ask = await simulations();
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

    // Asks for the newest setting only, one at a time.
    let due; // the next question, 'brief' or 'whole'
    let asking = false;
    let resting; // a timer
    let complaint; // about what set was given
    let followed = false; // the setting is what set was given
    const answer = async () => {
      if (asking) return;
      asking = true;
      try {
        while (due && !disposed) {
          const brief = due === 'brief';
          due = undefined;
          const setting = controls.map(({ value }, i) => [knobs[i].name, value()]);
          const busy = setTimeout(() => { note.textContent = 'Simulating …'; }, BUSY);
          const found = await ask({ name, knobs: Object.fromEntries(setting), brief }).finally(() => clearTimeout(busy));
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
      try {
        await navigator.clipboard.writeText(cell);
        note.textContent = 'Copied: paste it into a cell.';
      } catch {
        note.textContent = cell;
      }
    });
    panel.append(buttons, note, spoken);
    root.querySelector('.locklab-chart').after(panel);
    return {
      panel,
      set,
      dispose: () => {
        disposed = true;
        clearTimeout(resting);
        clearTimeout(quiet);
        panel.remove();
      },
    };
  };
})();
