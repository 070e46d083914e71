// One control for a knob: a switch, a list, a number, or a number with a slider.
//
//   control(knob, changed)   its row, and what it is set to; changed() hears of each
//                            move
//   parse(knob, text)        the number in the knob's unit that a text of Go's is
//   scale(knob)              { toPlace, toValue }, of a slider
'use strict';

locklab.room('control', ['page'], ({ page: { element } }) => {
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
    if (knob.role !== 'seed') { // of which no value is near another
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

  return { control, parse, scale };
});
