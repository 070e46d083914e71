// What all rooms have to do with the page.
//
//   element(tag, className, text)   a new element
//   keepKeys(node), reserve(node, text, texts), download(href, name)
//   theme()                         "light" or "dark", whichever is in force
//   onPaper()                       whether the page is being printed
//   watchPage(signal, changed)      calls changed after either has changed
//   hasWidth(node, signal)          a promise
'use strict';

locklab.room('page', [], () => {
  const element = (tag, className, text) => {
    const node = document.createElement(tag);
    node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  };

  // Keeps JupyterLab's own keys, such as Enter and M, from what is done in node.
  const keepKeys = (node) => {
    node.dataset.lmSuppressShortcuts = 'true';
    node.addEventListener('keydown', (event) => event.stopPropagation());
  };

  // Puts a text into a node that has room for the longest of texts.
  const reserve = (node, text, texts) => {
    node.classList.add('locklab-room');
    node.dataset.longest = texts.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
    node.replaceChildren(element('span', '', text));
  };

  // Saves what is at an address as a file, and returns what there is to say about
  // it. A frame may forbid that, and its page does not hear of it.
  const download = (href, name) => {
    Object.assign(document.createElement('a'), { href, download: name }).click();
    if (window === window.top) return '';
    return `Saved as ${name}, unless the frame around this page forbids downloads. If nothing came, open the page by itself.`;
  };

  const prefersDark = matchMedia('(prefers-color-scheme: dark)');

  // Paper is white.
  let printing = false;
  addEventListener('beforeprint', () => { printing = true; });
  addEventListener('afterprint', () => { printing = false; });

  const onPaper = () => printing;

  const theme = () => {
    const light = document.body.dataset.jpThemeLight;
    if (light !== undefined) return light === 'false' ? 'dark' : 'light';
    return prefersDark.matches && !printing ? 'dark' : 'light';
  };

  // Calls changed, until signal aborts, when the theme may have changed, the
  // screen's pixels or the paper.
  const watchPage = (signal, changed) => {
    const observer = new MutationObserver(changed);
    observer.observe(document.body, { attributeFilter: ['data-jp-theme-light'] });
    signal.addEventListener('abort', () => observer.disconnect());
    prefersDark.addEventListener('change', changed, { signal });
    const watchPixels = () => { // as when the reader zooms, or takes the window to another screen
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
        changed();
        watchPixels();
      }, { signal, once: true });
    };
    watchPixels();
    addEventListener('beforeprint', changed, { signal });
    addEventListener('afterprint', changed, { signal });
  };

  // Resolves when node has a width: a hidden tab or cell has none yet.
  const hasWidth = (node, signal) => new Promise((resolve) => {
    const observer = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width > 0) {
        observer.disconnect();
        resolve();
      }
    });
    observer.observe(node);
    signal.addEventListener('abort', () => {
      observer.disconnect();
      resolve();
    });
  });

  return { element, keepKeys, reserve, download, theme, onPaper, watchPage, hasWidth };
});
