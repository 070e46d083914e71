// A guess before the charts are seen.
//
//   predict(root, view)
//
// asks for it above the layout in root, whose fold is closed, as are those of
// what follows (see folds.js), until the reader has guessed or skipped, or wants
// all answers shown. Then it says how far off the guess was, with both on one
// scale. What view.predict has is simlib.Prediction, in Go; guesses are kept by
// progress.js, and with other knobs asked for anew, but not insisted on. It
// returns { pass, dispose }: after pass() it does not insist either, because the
// chart shows other settings than those of the guess.
'use strict';

locklab.room('predict', ['page', 'control', 'progress', 'folds'], ({
  page: { element, keepKeys }, control: { control, scale }, progress, folds: follow,
}) => {
  const number = (value) => Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 });

  // How far a guess is from the answer, in words.
  const off = ({ answer, log }, guess) => {
    const high = guess > answer ? 'high' : 'low';
    if (Math.abs(guess - answer) <= 0.02 * Math.abs(answer)) return 'you were right, or as good as';
    if (log && guess > 0 && answer > 0) return `you were ${number(Math.max(guess / answer, answer / guess))} times too ${high}`;
    return `you were ${number(Math.abs(guess - answer))} too ${high}`;
  };

  return (root, view) => {
    const { name, predict, knobs } = view;
    const { question, unit = '', answer, says, min, max, log } = predict;
    const setting = (knobs ?? []).map(({ value }) => value).join();
    const panel = element('div', 'locklab-predict-panel');
    panel.setAttribute('role', 'group');
    panel.setAttribute('aria-label', 'your guess');
    panel.tabIndex = -1;
    keepKeys(panel);

    // The panel, or what is said in it, has the focus after what the reader did.
    const settle = (act) => {
      progress.change(act);
      show();
      (panel.querySelector('.locklab-predict-said') ?? panel).focus();
    };
    const keep = (guess) => settle((all) => { all.guesses[name] = { guess, setting }; });
    const button = (parent, text, act) => {
      const node = Object.assign(element('button', 'locklab-tool', text), { type: 'button' });
      node.addEventListener('click', act);
      parent.append(node);
      return node;
    };
    const said = (text) => {
      const line = element('p', 'locklab-predict-said', text);
      line.tabIndex = -1;
      panel.append(line);
    };
    const showAll = (tools, shown) => {
      const node = button(tools, 'Show all answers', () => settle((all) => { all.shown = !shown; }));
      node.setAttribute('aria-pressed', String(shown));
      node.title = 'In every section, with no guess before';
    };

    const ask = () => {
      const middle = log ? Math.sqrt(Math.max(min, 1e-3) * max) : (min + max) / 2;
      const guess = control({
        name: 'Your guess', caption: question, kind: 'number', unit, min: log ? 0 : min, max, log,
        least: min, value: Number(middle.toPrecision(2)),
      }, () => { note.textContent = ''; });
      guess.clear(); // no number to lean on
      const row = element('form', 'locklab-predict-ask');
      row.style.setProperty('--locklab-digits', guess.digits);
      const tools = element('div', 'locklab-tools');
      const note = element('p', 'locklab-note');
      note.setAttribute('role', 'status');
      button(tools, 'Skip', () => keep(null));
      const commit = button(tools, 'That is my guess', () => {});
      commit.type = 'submit';
      commit.classList.add('locklab-predict-commit');
      const shown = progress.read().shown === true;
      if (!shown) showAll(tools, shown);
      row.noValidate = true;
      row.addEventListener('submit', (event) => {
        event.preventDefault();
        const value = guess.number();
        if (value >= (log ? 0 : min) && value <= max) keep(value);
        else note.textContent = `A guess is a number from ${number(log ? 0 : min)} to ${number(max)}: move the slider or type one.`;
      });
      row.append(guess.row, tools, note, element('p', 'locklab-predict-state', 'The answer stays closed until you guess or skip.'));
      panel.append(element('p', 'locklab-predict-question', `Guess before you look. ${question}`), row);
    };

    // Guess and answer on one line.
    const line = (guess) => {
      const { toPlace } = scale({ min: log ? 0 : min, least: min, max, log, kind: 'number' });
      const place = (value) => `${Math.min(100, Math.max(0, toPlace(value) / 10))}%`;
      const track = element('div', 'locklab-predict-line');
      track.setAttribute('aria-hidden', 'true'); // the words say it
      for (const [value, text, kind] of [[guess, `your guess: ${number(guess)}`, 'guess'], [answer, `what came: ${says}`, 'answer']]) {
        const mark = element('div', `locklab-predict-mark locklab-predict-${kind}`);
        mark.style.left = place(value);
        const label = element('span', '', text);
        if (toPlace(value) > 700) label.className = 'locklab-predict-left';
        mark.append(label);
        track.append(mark);
      }
      panel.append(track);
    };

    let passed = false;
    let drawn; // what of the progress the panel shows
    const read = () => {
      const { guesses, shown } = progress.read();
      return { kept: guesses[name], shown: shown === true };
    };
    const show = () => {
      panel.replaceChildren();
      const { kept, shown } = read();
      const insists = kept === undefined && !shown && !passed;
      // At first it is closed, unless the browser was asked for words in it.
      if (drawn !== undefined || !insists) came.open = !insists;
      drawn = JSON.stringify({ kept, shown });
      folds.set(!insists);
      const tools = element('div', 'locklab-tools locklab-predict-anew');
      if (insists) {
        ask();
      } else if (kept?.setting === setting && typeof kept.guess === 'number') {
        said(`${question} You guessed ${number(kept.guess)}; in the cell’s run it is ${says}: ${off(predict, kept.guess)}.`);
        line(kept.guess);
      } else {
        let words = 'Guess after all';
        if (passed) words = 'Guess for the cell’s settings';
        else if (kept && kept.setting !== setting) words = 'Guess for these settings';
        button(tools, words, () => {
          panel.replaceChildren();
          came.open = false;
          ask();
        });
      }
      if (shown) showAll(tools, shown);
      if (tools.hasChildNodes()) panel.append(tools);
      if (progress.trouble) panel.append(element('p', 'locklab-note', progress.trouble));
    };

    // An output that an earlier version of the lesson has saved has no fold.
    const wrap = () => {
      const fold = element('details', 'locklab-came');
      fold.append(element('summary', 'locklab-fold-title', 'What came of it'), ...root.querySelectorAll(':scope > :not(.locklab-predict)'));
      root.append(fold);
      return fold;
    };
    const came = root.querySelector(':scope > .locklab-came') ?? wrap();
    const folds = follow(root);
    root.prepend(panel);
    show();
    const end = new AbortController();
    progress.watch(() => { if (JSON.stringify(read()) !== drawn) show(); }, end.signal);
    return {
      pass: () => {
        passed = true;
        if (read().kept === undefined) show();
      },
      dispose: () => {
        end.abort();
        folds.dispose();
        panel.remove();
      },
    };
  };
});
