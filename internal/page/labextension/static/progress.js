// What the reader has answered and guessed, kept in this browser and nowhere
// else, as JSON:
//
//   { "version": 1,
//     "answers": { "stock": { "right": true, "choice": 1 }, … },
//     "guesses": { "ttl": { "guess": 0.5, "setting": "10,0.002,…" }, … },
//     "shown": true }
//
// right tells of the first try, choice is the latest one, counted from 0. A
// guess of null was skipped. With shown, all answers are, without a guess.
//
//   read()              the whole of it
//   change((all) => …)  changes it
//   file()              as text, to be saved
//   add(text)           adds what such a text has and the browser has not;
//                       returns { added, had }
//   watch(told, signal) calls told after each change, in other tabs too, until
//                       signal aborts
//   trouble             why it is not kept, or undefined
//
// Where the browser keeps nothing, it lasts as long as the page.
'use strict';

locklab.room('progress', [], () => {
  const KEY = 'locklab.progress';
  const empty = () => ({ version: 1, answers: {}, guesses: {} });
  const isTable = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

  // What an answer and a guess are kept under, and an object's own names are not.
  const isID = (id) => /^[a-z][\w-]{0,60}$/i.test(id);

  // The progress in a text. Whatever is wrong with it throws.
  const parse = (text) => {
    let all;
    try {
      all = JSON.parse(text);
    } catch {
      throw new Error('it is not JSON');
    }
    if (!isTable(all) || all.version === undefined) throw new Error('it is not the progress of this lesson');
    if (all.version !== 1) throw new Error(`it is of version ${all.version}, and this page knows version 1`);
    const { answers = {}, guesses = {} } = all;
    if (!isTable(answers) || !isTable(guesses)) throw new Error('its answers or guesses are not a table');
    for (const id of [...Object.keys(answers), ...Object.keys(guesses)]) {
      if (!isID(id)) throw new Error(`it has an answer to “${id.slice(0, 60)}”, which is the name of no question`);
    }
    for (const [id, answer] of Object.entries(answers)) {
      if (typeof answer?.right !== 'boolean') throw new Error(`its answer to ${id} does not say whether it was right`);
    }
    for (const [name, guess] of Object.entries(guesses)) {
      if (guess?.guess !== null && typeof guess?.guess !== 'number') throw new Error(`its guess about ${name} is not a guess`);
    }
    return { ...all, answers, guesses };
  };

  let unkept; // what the browser does not keep
  const watchers = new Set();
  let trouble;

  const read = () => {
    if (unkept) return structuredClone(unkept);
    let text;
    try {
      text = localStorage.getItem(KEY);
    } catch (error) {
      unkept = empty();
      trouble = `This browser keeps nothing here (${error.message}).`;
      return empty();
    }
    if (text === null) return empty();
    try {
      return parse(text);
    } catch (error) {
      // Put aside, not thrown away.
      let place = `${KEY}.damaged`;
      try {
        localStorage.setItem(place, text);
        localStorage.removeItem(KEY);
      } catch {
        place = KEY; // where it was
      }
      trouble = `The progress that was kept here is damaged: ${error.message}. It lies in “${place}” of this browser's storage.`;
      return empty();
    }
  };

  const write = (all) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
      if (unkept) trouble = undefined;
      unkept = undefined;
    } catch (error) {
      unkept = all;
      trouble = `This browser does not keep your progress (${error.message}). It lasts until you leave the page; export it to keep it.`;
    }
  };
  const tell = () => { for (const told of [...watchers]) told(); };

  const change = (act) => {
    const all = read(); // with what other tabs have added
    act(all);
    write(all);
    tell();
  };

  const file = () => `${JSON.stringify(read(), null, 2)}\n`;

  const add = (text) => {
    const from = parse(text);
    let added = 0;
    let had = 0;
    change((all) => {
      for (const part of ['answers', 'guesses']) {
        for (const [id, one] of Object.entries(from[part])) {
          if (Object.hasOwn(all[part], id)) had += 1;
          else {
            all[part][id] = one;
            added += 1;
          }
        }
      }
    });
    return { added, had };
  };

  const watch = (told, signal) => {
    watchers.add(told);
    signal.addEventListener('abort', () => watchers.delete(told));
  };
  addEventListener('storage', ({ key }) => { if (key === KEY || key === null) tell(); });

  return { read, change, file, add, watch, get trouble() { return trouble; } };
});
