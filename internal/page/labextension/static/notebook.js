// What only JupyterLab and Notebook 7 need in a notebook that is open.
//
//   watch(actions)
//
// makes links to settings (see settings.js) set the sliders of the nearest chart,
// and keeps what a cell gives in view. actions are JupyterLab's NotebookActions.
'use strict';

locklab.room('notebook', ['page', 'settings'], ({ page: { element }, settings }) => {
  // Scrolls the notebook, and nothing around it, until node is in view: by as
  // little as can be, or to its top where it is taller than the view.
  const reveal = (node) => {
    const scroller = node.closest('.jp-WindowedPanel-outer');
    if (!scroller) return;
    const { top, bottom, height } = node.getBoundingClientRect();
    if (height === 0) return;
    const view = scroller.getBoundingClientRect();
    let by = 0;
    if (height > view.height || top < view.top) by = top - view.top;
    else if (bottom > view.bottom) by = bottom - view.bottom;
    if (Math.abs(by) >= 1) scroller.scrollTop += by;
  };

  // ---- A link to a setting ----

  // The chart of a simulation that is the last one above a link, or else the
  // first one below.
  const nearest = (link, name) => {
    const all = [...link.closest('.jp-Notebook')?.querySelectorAll('.locklab') ?? []].filter((root) => locklab.mounted(root)?.name === name);
    const above = (root) => link.compareDocumentPosition(root) & Node.DOCUMENT_POSITION_PRECEDING;
    return all.findLast(above) ?? all[0];
  };

  let complaint;
  const follow = (link) => {
    complaint?.remove();
    for (const [name, setting] of Object.entries(settings.parse(link.hash.slice(1)))) {
      const root = nearest(link, name);
      if (root) {
        locklab.mounted(root).set(setting);
        reveal(root);
      } else {
        complaint = element('p', 'locklab-note', 'Its chart is not here yet: run the cell that draws it.');
        complaint.setAttribute('role', 'status');
        link.parentNode.append(complaint);
      }
    }
  };

  // ---- What a cell gives ----

  const TOGETHER = 50; // milliseconds: no hand runs two cells within them
  const GROWING = 5000; // milliseconds in which a chart and its sliders come

  const keepInView = ({ executionScheduled, executed }) => {
    let cell; // that was run last, by hand, if nothing else was done since
    let end = new AbortController();
    const leave = () => {
      cell = undefined;
      end.abort();
    };
    let last = -Infinity;
    executionScheduled.connect((_, scheduled) => {
      leave();
      if (performance.now() - last > TOGETHER) cell = scheduled.cell;
      last = performance.now();
    });
    executed.connect((_, { cell: { node } }) => {
      if (node !== cell?.node) return;
      const output = node.querySelector('.jp-Cell-outputArea');
      if (!output) return;
      const sizes = new ResizeObserver(() => reveal(output));
      sizes.observe(output);
      end = new AbortController();
      end.signal.addEventListener('abort', () => sizes.disconnect());
      setTimeout(() => sizes.disconnect(), GROWING);
    });
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      addEventListener(type, ({ key }) => { if (key !== 'Shift') leave(); }, { capture: true, passive: true });
    }
  };

  const watch = (actions) => {
    settings.watch(follow);
    keepInView(actions);
  };

  return { watch };
});
