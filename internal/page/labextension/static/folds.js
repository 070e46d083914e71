// The folds that give a guess away: prose and outputs between the cell that asks
// for it and the quiz of its section, in a notebook as in a page.
//
//   locklab.folds(root)
//
// finds those that follow the output in root and returns { set, dispose }.
// set(open) opens or closes them. One that comes later, as when a cell runs
// again, is opened or closed then; what the reader does by hand stays as it is.
(() => {
  'use strict';

  const CELL = '.jp-Cell, main > section';
  const FOLD = ':is(.prose, .jp-MarkdownOutput) details, .locklab-came';
  const END = '.locklab-quiz, .locklab-predict';

  locklab.folds = (root) => {
    let open;
    let known;
    const settle = () => {
      let cell = root.closest(CELL)?.nextElementSibling;
      for (; cell && !cell.querySelector(END); cell = cell.nextElementSibling) {
        for (const fold of cell.querySelectorAll(FOLD)) {
          if (known.has(fold)) continue;
          known.add(fold);
          fold.open = open;
        }
      }
    };
    const cells = new MutationObserver(settle);
    // JupyterLab makes an output before it has a place.
    const placed = new ResizeObserver(() => {
      const cell = root.closest(CELL);
      if (!cell) return;
      placed.disconnect();
      cells.observe(cell.parentNode, { childList: true, subtree: true });
      settle();
    });
    return {
      set: (now) => {
        if (open === undefined) placed.observe(root);
        else if (open === now) return;
        open = now;
        known = new WeakSet();
        settle();
      },
      dispose: () => {
        placed.disconnect();
        cells.disconnect();
      },
    };
  };
})();
