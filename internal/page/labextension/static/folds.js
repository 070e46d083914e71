// The folds that give a guess away: prose and outputs between the cell that asks
// for it and the quiz of its section, in a notebook as in a page.
//
//   folds(root)
//
// finds those that follow the output in root and returns { set, dispose }.
// set(open) opens them, or closes those that were open so far. One that comes
// later, as when a cell runs again, is opened then. What the reader opens or
// closes by hand stays as it is, and so does what the browser opens to show words
// that it was asked to find.
'use strict';

locklab.room('folds', [], () => {
  const CELL = '.jp-Cell, main > section';
  const FOLD = ':is(.prose, .jp-MarkdownOutput) details, .locklab-came';
  const END = '.locklab-quiz, .locklab-predict';

  return (root) => {
    let open = false;
    let known;
    const settle = (so) => {
      let cell = root.closest(CELL)?.nextElementSibling;
      for (; cell && !cell.querySelector(END); cell = cell.nextElementSibling) {
        for (const fold of cell.querySelectorAll(FOLD)) {
          if (known.has(fold)) continue;
          known.add(fold);
          fold.open = so;
        }
      }
    };
    const keep = () => { if (open) settle(true); };
    const cells = new MutationObserver(keep);
    // JupyterLab makes an output before it has a place.
    const placed = new ResizeObserver(() => {
      const cell = root.closest(CELL);
      if (!cell) return;
      placed.disconnect();
      cells.observe(cell.parentNode, { childList: true, subtree: true });
      keep();
    });
    placed.observe(root);
    return {
      set: (now) => {
        if (open === now) return;
        open = now;
        known = new WeakSet();
        settle(now);
      },
      dispose: () => {
        placed.disconnect();
        cells.disconnect();
      },
    };
  };
});
