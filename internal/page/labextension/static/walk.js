// A walk through a timeline, step by step.
//
//   walk({ place, host, bar, chart, draw, attempt })
//
// makes the buttons at the head of the bar below the live chart in host, and below
// that says what happens at the step, what the storage then holds, and its mark.
// Before a write it asks what the storage will do. What the layout around place
// says of the end comes last. Arrow keys step wherever in place the focus
// is. chart.step is how far the walk has come: a number from 1 on, or Infinity for
// its end; draw() draws the chart of it, and attempt(act) acts and tells the reader
// what goes wrong. What a step has is liveStep, in Go. It returns
// { update, dispose }: update shows what the chart's view has become. first() is how
// far a walk has come when it begins.
'use strict';

locklab.room('walk', ['page', 'progress', 'folds'], ({
  page: { element, keepKeys, reserve }, progress, folds: follow,
}) => {
  let made = 0; // names for what is referred to

  const first = () => (progress.read().shown ? Infinity : 1);

  const walk = ({ place, host, bar, chart, draw, attempt }) => {
    const root = place.closest('.locklab');
    const steps = () => chart.view().steps;
    const end = new AbortController();
    const id = `locklab-walk-${made += 1}`;
    let choice; // the reader's, of the step that is shown
    const told = () => steps().map(({ text }) => text).join('\n');
    let was = told();

    const panel = element('div', 'locklab-walk');
    panel.setAttribute('role', 'group');
    panel.setAttribute('aria-label', 'step by step');
    const now = element('div', 'locklab-walk-now');
    now.setAttribute('aria-atomic', 'true');
    const line = element('p', 'locklab-step');
    const source = element('code', 'locklab-source'); // what its client has written there
    const held = element('dl', 'locklab-held');
    const holds = (name) => {
      const value = element('dd', '');
      held.append(element('dt', '', name), value);
      return value;
    };
    const data = holds('storage holds');
    const mark = holds('mark');
    now.append(line, source, held);
    const said = element('p', 'locklab-walk-said');
    said.tabIndex = -1;
    const ask = element('div', 'locklab-walk-ask');
    const question = element('p', 'locklab-walk-question');
    question.id = `${id}-question`;
    const choices = element('div', 'locklab-walk-choices');
    choices.setAttribute('role', 'group');
    choices.setAttribute('aria-labelledby', question.id);
    ask.append(question, choices);
    const last = root.querySelector('.locklab-said');
    panel.append(now, said, ask, last);

    const button = (label, parent, act) => {
      const node = Object.assign(element('button', 'locklab-tool', label), { type: 'button' });
      node.addEventListener('click', () => { if (!node.hasAttribute('aria-disabled')) act(); });
      parent.append(node);
      return node;
    };
    const enable = (node, so) => {
      if (so) node.removeAttribute('aria-disabled');
      else node.setAttribute('aria-disabled', 'true'); // and it keeps the focus
    };

    const go = (to, chosen) => attempt(() => {
      const asked = ask.contains(document.activeElement);
      chart.step = to < steps().length ? Math.max(1, to) : Infinity;
      choice = chosen;
      speak('polite');
      draw();
      update();
      if (asked) (said.textContent ? said : host).focus();
    });

    const controls = document.createDocumentFragment();
    const start = button('From the start', controls, () => go(1));
    const back = button('Back', controls, () => go(chart.at() - 1));
    const forward = button('Forward', controls, () => go(chart.at() + 1));
    const all = button('Show all', controls, () => go(Infinity));
    const hint = element('span', 'locklab-walk-hint', 'Arrow keys step.');
    hint.id = `${id}-hint`;
    controls.append(hint);
    bar.classList.add('locklab-stepping');
    bar.prepend(controls);
    bar.after(panel);

    host.tabIndex = 0;
    host.setAttribute('aria-describedby', hint.id);
    keepKeys(host);
    keepKeys(panel);
    place.addEventListener('keydown', (event) => {
      const to = { ArrowRight: chart.at() + 1, ArrowLeft: chart.at() - 1, Home: 1, End: Infinity }[event.key];
      if (to === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      go(to);
    }, { capture: true, signal: end.signal });

    // What follows in the notebook and tells the end opens with it.
    const folds = follow(root);

    // What a step says is spoken; what a slider changes is not, at each move.
    const speak = (live) => {
      for (const part of [now, question]) part.setAttribute('aria-live', live);
    };

    // All lines have room for the longest, lest what is below them jump.
    const update = () => {
      const every = steps();
      const at = chart.at();
      const step = every[at - 1];
      const before = every[at - 2] ?? step;
      const next = every[at]?.ask;
      const lines = every.map(({ text }, i) => `${i + 1} of ${every.length} · ${text}`);
      reserve(line, lines[at - 1], lines);
      for (const [node, part] of [[data, 'data'], [mark, 'mark']]) {
        reserve(node, step[part], every.map((one) => one[part]));
        node.classList.toggle('locklab-changed', step[part] !== before[part]);
      }
      source.hidden = every.every((one) => !one.source);
      reserve(source, step.source ?? '', every.map((one) => one.source ?? ''));
      held.hidden = every.every((one) => !one.data && !one.mark); // nobody has looked
      const answers = every.flatMap((one) => one.ask ?? []);
      const verdict = choice === step.ask?.right ? 'Right. ' : 'No. ';
      reserve(said, step.ask ? `${choice === undefined ? '' : verdict}${step.ask.says}` : '', answers.map(({ says }) => `Right. ${says}`));
      said.classList.toggle('locklab-right', choice !== undefined && choice === step.ask?.right);
      said.classList.toggle('locklab-wrong', choice !== undefined && choice !== step.ask?.right);
      reserve(question, next?.question ?? '', answers.map((one) => one.question));
      if (!choices.hasChildNodes()) answers[0]?.choices.forEach((text, i) => button(text, choices, () => go(chart.at() + 1, i)));
      ask.classList.toggle('locklab-absent', next === undefined);
      enable(start, at > 1);
      enable(back, at > 1);
      enable(forward, at < every.length);
      enable(all, at < every.length);
      root.classList.toggle('locklab-walking', at < every.length);
      if (at === every.length) folds.set(true);
    };

    let shown = progress.read().shown === true;
    progress.watch(() => {
      const wanted = progress.read().shown === true;
      if (wanted === shown) return;
      shown = wanted;
      if (!shown) folds.set(false);
      go(shown ? Infinity : 1);
    }, end.signal);

    update();
    return {
      update: () => {
        const now = told();
        if (now !== was) { // else it is what a slider found, once more and whole
          was = now;
          choice = undefined;
          speak('off');
        }
        update();
      },
      dispose: () => {
        end.abort();
        folds.dispose();
        place.after(last);
        panel.remove();
      },
    };
  };

  return { first, walk };
});
