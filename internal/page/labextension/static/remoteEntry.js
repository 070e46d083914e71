// The bridge from JupyterLab (and Notebook 7) to locklab.js.
//
// JupyterLab loads this file once with the page, as a module-federation
// container: it calls init with the modules that it shares, then get for each
// module that package.json names. What a module needs is fetched only when the
// first chart is shown, so a page without charts pays for this file, the style
// sheet, and what opens cards, follows steps, keeps outputs in view and knows whether
// all answers are shown.
(() => {
  'use strict';

  const MIME = 'application/vnd.locklab.view';

  // The server may let browsers keep these files for a year, so package.json
  // names this one with a digest of them all as its query, and this one passes
  // the query on.
  const self = new URL(document.currentScript.src);
  const beside = (name) => new URL(name + self.search, self).href;

  // Adds an element that loads a file to the head of the page.
  const load = (tag, properties) => new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.onload = resolve;
    element.onerror = () => {
      element.remove();
      reject(new Error(`${new URL(element.src || element.href).pathname} could not be loaded`));
    };
    document.head.append(element);
  });

  // locklab.js, loaded once; after a failure the next output tries again.
  let runtime;
  const locklab = () => runtime ??= load('script', { src: beside('locklab.js') })
    .then(() => {
      if (!window.locklab) throw new Error('locklab.js is damaged');
      return window.locklab;
    })
    .catch((error) => { runtime = undefined; throw error; });
  const room = async (name) => (await locklab()).need(name);

  // The page's own copy of a shared module: the one in use, else the newest.
  const shared = async (scope, name) => {
    const versions = Object.entries(scope[name] ?? {});
    if (versions.length === 0) throw new Error(`JupyterLab does not share ${name}`);
    const newest = (a, b) => b[0].localeCompare(a[0], 'en', { numeric: true });
    const inUse = (a, b) => Boolean(b[1].loaded) - Boolean(a[1].loaded);
    versions.sort((a, b) => inUse(a, b) || newest(a, b));
    return (await versions[0][1].get())();
  };

  // A MIME bundle holds strings; a file read by other means than Jupyter's may
  // still hold them as lists of lines.
  const text = (value) => (Array.isArray(value) ? value.join('') : value ?? '');

  const mime = (Widget) => {
    // One output: the bundle's text/html, whose picture becomes a live chart.
    class View extends Widget {
      constructor() {
        super();
        this.addClass('locklab-output');
        this.addClass('jp-RenderedHTMLCommon');
      }

      // Called for each new bundle of this output. It returns as soon as the
      // static layout is there; the chart follows on its own.
      async renderModel(model) {
        this.unmount();
        this.node.innerHTML = text(model.data['text/html']) || '<div class="locklab"></div>';
        const root = this.node.querySelector('.locklab') ?? this.node;
        const view = text(model.data[MIME]);
        const current = this.current = {};
        locklab().then(
          ({ mount }) => { if (this.current === current) current.chart = mount(root, view); },
          (error) => {
            root.dataset.locklab = 'failed';
            const note = document.createElement('p');
            note.className = 'locklab-note';
            note.textContent = `No live chart: ${error.message}`;
            root.append(note);
          });
      }

      unmount() {
        this.current?.chart?.dispose();
        this.current = undefined;
      }

      dispose() {
        this.unmount();
        super.dispose();
      }
    }

    return {
      id: 'locklab:view',
      description: 'Draws the charts of the locklab notebooks.',
      dataType: 'string',
      rank: 0, // before text/html (50), which is in the same bundle
      rendererFactory: {
        safe: false, // an untrusted notebook shows the sanitised text/html
        mimeTypes: [MIME],
        createRenderer: () => new View(),
      },
    };
  };

  // Reading is no edit. JupyterLab writes into a notebook what its kernel says
  // of its language, as soon as one is opened: for gonb the version of the
  // reader's Go and three empty names, of which `locklab run` saves none. Without
  // them nothing differs, the notebook is not marked as changed, and no autosave
  // writes it.
  const unchanged = ({ model }) => {
    const set = model.setMetadata;
    model.setMetadata = (key, value) => {
      if (key === 'language_info' && value?.name === 'go') {
        value = Object.fromEntries(Object.entries(value).filter(([name, text]) => name !== 'version' && text !== ''));
      }
      set.call(model, key, value);
    };
  };

  const notebooks = (INotebookTracker) => ({
    id: 'locklab:notebooks',
    description: 'Leaves the metadata of a Go notebook as they were saved.',
    autoStart: true,
    requires: [INotebookTracker],
    activate: (app, tracker) => {
      tracker.forEach(unchanged);
      tracker.widgetAdded.connect((_, panel) => unchanged(panel));
    },
  });

  // Runs act once the quiz in root is there to answer.
  const onceLive = (root, act) => {
    const observer = new MutationObserver(() => {
      if (root.dataset.locklab !== 'live') return;
      observer.disconnect();
      act();
    });
    observer.observe(root, { attributeFilter: ['data-locklab'] });
    if (root.dataset.locklab === 'live') act();
  };

  // Who runs the cell of a quiz wants to answer it: the focus goes there, and with
  // it the keys, which else would change the next cell. From there Shift+Enter
  // leads on as ever, and nothing is run twice. A reader who has gone elsewhere
  // meanwhile, or is writing, is left alone.
  const quizzes = (INotebookTracker, NotebookActions) => ({
    id: 'locklab:quizzes',
    description: 'Gives a quiz the focus when its cell has run.',
    autoStart: true,
    requires: [INotebookTracker],
    activate: (app, tracker) => {
      NotebookActions.selectionExecuted.connect((_, { notebook, lastCell }) => {
        const quiz = lastCell.node.querySelector('.locklab-quiz');
        const waits = () => {
          const past = notebook.activeCellIndex - notebook.widgets.indexOf(lastCell);
          const writes = notebook.mode === 'edit' && notebook.activeCell.model.sharedModel.source !== '';
          return (past === 0 || past === 1) && !writes && notebook.node.contains(document.activeElement);
        };
        if (quiz && waits()) onceLive(quiz, () => { if (waits()) quiz.querySelector('.locklab-quiz-text').focus(); });
      });
      const leadOn = ({ content: notebook }) => notebook.node.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || !event.shiftKey || !event.target.closest('.locklab-quiz-panel')) return;
        event.preventDefault();
        event.stopPropagation();
        if (notebook.activeCellIndex === notebook.widgets.length - 1) return;
        NotebookActions.selectBelow(notebook);
        notebook.activate();
      }, { capture: true });
      tracker.forEach(leadOn);
      tracker.widgetAdded.connect((_, panel) => leadOn(panel));
    },
  });

  // A command shows all answers without a guess, or asks again. The progress
  // that it changes is what the panel of a guess knows too.
  const answers = (ICommandPalette) => ({
    id: 'locklab:answers',
    description: 'Adds a command that shows what is otherwise closed until a guess.',
    autoStart: true,
    optional: [ICommandPalette],
    activate: ({ commands }, palette) => {
      const command = 'locklab:show-answers';
      let progress; // once it is there
      const load = async () => progress ??= await room('progress');
      const shown = () => progress?.read().shown === true;
      commands.addCommand(command, {
        label: () => (shown() ? 'Ask for a Guess Before the Answers' : 'Show All Answers'),
        caption: 'In the locklab notebooks, with no guess before',
        execute: async () => {
          (await load()).change((all) => { all.shown = !all.shown; });
          commands.notifyCommandChanged(command);
        },
      });
      load().then(() => commands.notifyCommandChanged(command)).catch(console.warn);
      palette?.addItem({ command, category: 'locklab' });
    },
  });

  // What is done in a notebook is in notebook.js.
  const hands = (NotebookActions) => ({
    id: 'locklab:hands',
    description: 'Sets sliders by links, and keeps the output of a cell in view.',
    autoStart: true,
    activate: () => { room('notebook').then(({ watch }) => watch(NotebookActions)).catch(console.warn); },
  });

  let scope;
  const modules = {
    './notebooks': async () => {
      const [{ INotebookTracker, NotebookActions }, { ICommandPalette }] = await Promise.all([shared(scope, '@jupyterlab/notebook'), shared(scope, '@jupyterlab/apputils')]);
      const own = [notebooks(INotebookTracker), quizzes(INotebookTracker, NotebookActions), answers(ICommandPalette), hands(NotebookActions)];
      const module = { __esModule: true, default: own };
      return () => module;
    },
    './mime': async () => {
      const { Widget } = await shared(scope, '@lumino/widgets');
      room('cards').then(({ watch }) => watch()).catch(console.warn);
      const module = { __esModule: true, default: mime(Widget) };
      return () => module;
    },
    './style': async () => {
      load('link', { rel: 'stylesheet', href: beside('locklab.css') }).catch(console.warn);
      return () => ({});
    },
  };

  (window._JUPYTERLAB ??= {}).locklab = {
    init: (shareScope) => { scope = shareScope; },
    get: (name) => modules[name](),
  };
})();
