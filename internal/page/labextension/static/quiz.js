// A quiz that answers.
//
//   quiz(root, view)
//
// puts the questions of view.quiz, one at a time, in the place of the layout in
// root, in which they stand in a row with folded answers, and which is there still
// for paper. It returns { dispose }, which brings the layout back. What view.quiz has is in
// view.Quiz, in Go; the progress is that of progress.js.
//
// The keys 1 to 4 answer and Enter goes on, while the focus is in the quiz and
// nowhere else.
'use strict';

locklab.room('quiz', ['page', 'progress'], ({ page: { element, keepKeys, download }, progress }) => {
  const open = ({ id, text, choices, key }) => {
    const bytes = Uint8Array.from(atob(key), (c) => c.charCodeAt(0));
    const { right, why } = JSON.parse(new TextDecoder().decode(bytes));
    return { id, text, choices, right, why };
  };

  let made = 0; // names for labels

  return (root, view) => {
    const { title, xp, lesson, questions: locked } = view.quiz;
    const questions = locked.map(open);
    const end = new AbortController();
    const name = `locklab-quiz-${made += 1}`;
    // Of a quiz that is not scored the page alone knows the answers.
    const unscored = {};
    const answers = () => (xp > 0 ? progress.read().answers : unscored);
    const keep = (id, answer) => {
      if (xp > 0) progress.change((all) => { all.answers[id] = answer; });
      else unscored[id] = answer;
    };
    let at = 0; // the question that is shown; questions.length is the end
    let retrying = false;

    const panel = element('div', 'locklab-quiz-panel');
    panel.setAttribute('role', 'group');
    panel.setAttribute('aria-labelledby', `${name}-title`);
    panel.tabIndex = -1;
    keepKeys(panel);

    const button = (parent, className, text, act) => {
      const node = Object.assign(element('button', className, text), { type: 'button' });
      node.addEventListener('click', act);
      parent.append(node);
      return node;
    };

    // ---- What is there once ----

    const head = element('div', 'locklab-quiz-head');
    const heading = element('p', 'locklab-quiz-title', title);
    heading.id = `${name}-title`;
    const pills = element('div', 'locklab-quiz-pills');
    pills.setAttribute('role', 'group');
    pills.setAttribute('aria-label', 'questions');
    head.append(heading);
    const stage = element('div', 'locklab-quiz-stage');
    const verdict = element('div', 'locklab-quiz-verdict');
    verdict.setAttribute('role', 'status');
    const tools = element('div', 'locklab-quiz-tools');
    panel.append(head, stage, verdict, tools);

    const marks = questions.map(({ id }, i) => button(pills, 'locklab-quiz-pill', String(i + 1), () => go(i)));
    if (questions.length > 1) head.append(pills);

    const line = () => {
      const node = element('p', 'locklab-note');
      node.setAttribute('role', 'status');
      return node;
    };
    const note = line(); // what came of the buttons
    const trouble = line();
    const score = element('p', 'locklab-quiz-score');
    if (xp > 0) {
      const hint = element('p', 'locklab-note',
        `A right answer at the first try is worth ${xp} XP. Your progress stays in this browser; it is yours, and nobody grades it. `);
      hint.append(element('span', 'locklab-quiz-keys', `Keys 1 to ${questions[0].choices.length} answer, Enter goes on.`));
      const keeping = element('div', 'locklab-tools locklab-quiz-keeping');
      button(keeping, 'locklab-tool', 'Export progress', () => save());
      const file = Object.assign(element('input', ''), { type: 'file', accept: '.json,application/json', hidden: true });
      file.setAttribute('aria-label', 'file of progress');
      file.addEventListener('change', () => load(file));
      button(keeping, 'locklab-tool', 'Import progress', () => file.click());
      keeping.append(file);
      const over = button(keeping, 'locklab-tool', 'Start over', () => startOver(over));
      panel.append(score, hint, keeping);
    }
    panel.append(note, trouble);

    // ---- Keeping ----

    const save = () => {
      const address = URL.createObjectURL(new Blob([progress.file()], { type: 'application/json' }));
      note.textContent = download(address, 'locklab-progress.json') || 'Exported as locklab-progress.json.';
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    };
    const load = async (file) => {
      const [chosen] = file.files;
      if (!chosen) return;
      file.value = ''; // the same file may be chosen again
      try {
        const { added, had } = progress.add(await chosen.text());
        note.textContent = `${chosen.name}: ${added} added, ${had} that you had already.`;
      } catch (error) {
        note.textContent = `${chosen.name} is not imported: ${error.message}. Your progress is as it was.`;
      }
      show();
    };
    // Asks once more before it forgets anything.
    const startOver = (over) => {
      if (over.textContent === 'Start over') {
        over.textContent = 'Forget the answers of this quiz?';
        setTimeout(() => { over.textContent = 'Start over'; }, 5000);
        return;
      }
      over.textContent = 'Start over';
      progress.change((all) => { for (const { id } of questions) delete all.answers[id]; });
      note.textContent = 'All questions are open again.';
      at = 0;
      show();
    };

    // ---- One question ----

    const choose = (choice) => {
      const question = questions[at];
      const earlier = answers()[question.id];
      if (earlier && !retrying) { // try again says when it is open
        if (!verdict.hasChildNodes()) judged(); // answered in another tab
        return;
      }
      const right = choice === question.right;
      keep(question.id, earlier ? { ...earlier, choice } : { right, choice });
      retrying = false;
      note.textContent = '';
      judged(earlier ? 'again' : 'first');
    };
    // Shows the verdict and leaves the focus on what comes next.
    const judged = (tried) => {
      show(tried);
      (tools.querySelector('.locklab-quiz-next') ?? tools.querySelector('button') ?? stage.querySelector('.locklab-quiz-text')).focus();
    };
    const retry = () => {
      retrying = true;
      show();
      stage.querySelector('button')?.focus();
    };
    // focus says that the reader asked for it, and reads on there.
    const go = (to) => {
      at = to;
      retrying = false;
      note.textContent = '';
      show();
      (stage.querySelector('.locklab-quiz-text') ?? panel).focus();
    };

    const say = (text, className) => verdict.append(element('p', className ?? '', text));

    const question = (tried) => {
      const { id, text, choices, right, why } = questions[at];
      const answer = retrying ? undefined : answers()[id];
      // Of an answer from another release, with fewer choices, only the verdict
      // on the first try is left.
      const chosen = Number.isInteger(answer?.choice) && answer.choice in choices ? answer.choice : undefined;
      const asked = element('p', 'locklab-quiz-text', questions.length > 1 ? `${at + 1}. ${text}` : text);
      asked.id = `${name}-text`;
      asked.tabIndex = -1;
      const list = element('ol', 'locklab-quiz-choices');
      choices.forEach((choice, i) => {
        const row = element('li', '');
        const node = button(row, 'locklab-quiz-choice', '', () => choose(i));
        node.append(element('kbd', '', String(i + 1)), element('span', '', choice));
        if (answer) {
          node.setAttribute('aria-disabled', 'true');
          if (i === right) node.classList.add('locklab-right');
          else if (i === chosen) node.classList.add('locklab-wrong');
          if (i === right) node.append(element('span', 'locklab-quiz-mark', 'right'));
          else if (i === chosen) node.append(element('span', 'locklab-quiz-mark', 'your answer'));
        }
        list.append(row);
      });
      stage.append(asked, list);
      if (!answer) return;

      if (chosen === right || (chosen === undefined && answer.right)) {
        const earned = xp > 0 && answer.right ? ` +${xp} XP.` : '';
        const late = xp > 0 && !answer.right ? ' Not at the first try, so no XP.' : '';
        say(`Right. ${why[right]}${tried === 'first' ? earned : ''}${late}`, 'locklab-good');
      } else {
        if (chosen !== undefined) say(`No. ${why[chosen]}`, 'locklab-bad');
        say(`${right + 1} is right: ${choices[right]}. ${why[right]}`);
        button(tools, 'locklab-tool', 'Try again', retry);
      }
      if (questions.length > 1) {
        button(tools, 'locklab-tool locklab-quiz-next', at + 1 < questions.length ? 'Next question' : 'To the end', () => go(at + 1));
      }
    };

    const theEnd = () => {
      const done = questions.filter(({ id }) => answers()[id]);
      const right = done.filter(({ id }) => answers()[id].right);
      const text = element('p', 'locklab-quiz-text', done.length < questions.length
        ? `${done.length} of ${questions.length} questions are answered, ${right.length} of them right at the first try.`
        : `All done: ${right.length} of ${questions.length} right at the first try.`);
      text.tabIndex = -1;
      stage.append(text);
      const first = questions.findIndex(({ id }) => !answers()[id]);
      if (first >= 0) button(tools, 'locklab-tool locklab-quiz-next', `To question ${first + 1}`, () => go(first));
    };

    const show = (tried) => {
      for (const part of [stage, verdict, tools]) part.replaceChildren();
      if (at < questions.length) question(tried);
      else theEnd();
      const now = answers();
      marks.forEach((mark, i) => {
        const answer = now[questions[i].id];
        const state = !answer ? 'open' : answer.right ? 'right at the first try' : 'not right at the first try';
        mark.className = `locklab-quiz-pill${!answer ? '' : answer.right ? ' locklab-right' : ' locklab-wrong'}`;
        mark.setAttribute('aria-label', `question ${i + 1}, ${state}`);
        if (i === at) mark.setAttribute('aria-current', 'step');
        else mark.removeAttribute('aria-current');
      });
      if (xp === 0) return;
      const sum = (ids) => ids.reduce((total, id) => total + (now[id]?.right ? lesson[id] : 0), 0);
      const own = questions.map(({ id }) => id);
      const strange = Object.keys(now).filter((id) => !Object.hasOwn(lesson, id)).length;
      const all = Object.keys(lesson);
      score.textContent = `${sum(own)} of ${xp * own.length} XP here, ${sum(all)} of ${all.reduce((total, id) => total + lesson[id], 0)} in the lesson.`;
      if (strange > 0) score.textContent += ` ${strange} more ${strange === 1 ? 'answer is' : 'answers are'} kept, to questions that are no longer asked.`;
      trouble.textContent = progress.trouble ?? '';
    };

    panel.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (at < questions.length && /^[1-9]$/.test(event.key) && event.key <= questions[at].choices.length) {
        event.preventDefault();
        choose(Number(event.key) - 1);
      } else if (event.key === 'Enter' && !event.target.matches('button:not([aria-disabled])')) {
        event.preventDefault();
        tools.querySelector('.locklab-quiz-next')?.click();
      }
    });
    // A click into the quiz gives it the focus, and with it the keys.
    panel.addEventListener('click', ({ target }) => {
      if (!panel.contains(document.activeElement)) (target.closest('button') ?? panel).focus();
    });

    root.prepend(panel);
    at = Math.max(0, questions.findIndex(({ id }) => !answers()[id]));
    show();
    // Another quiz of the page, or another tab, may change what is shown.
    if (xp > 0) progress.watch(() => { if (!panel.contains(document.activeElement)) show(); }, end.signal);

    return {
      dispose: () => {
        end.abort();
        panel.remove();
      },
    };
  };
});
