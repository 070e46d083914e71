// ECharts, which draws the charts.
//
//   echarts()   a promise of it
//   breath()    a promise that is kept when the page has done what else it has to
'use strict';

locklab.room('library', ['files'], ({ files: { beside, unloaded } }) => {
  // Adds the library as a script element and keeps it to ourselves. Where the
  // page has an AMD loader or CommonJS names, the library would hand itself to
  // those instead; define.amd is hidden from this one script, and a page's
  // exports is looked at afterwards.
  const loadLibrary = () => new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const previous = window.echarts;
    const { define } = window;
    const amd = typeof define === 'function' ? Object.getOwnPropertyDescriptor(define, 'amd') : undefined;
    if (amd?.configurable) {
      Object.defineProperty(define, 'amd', {
        configurable: true,
        enumerable: amd.enumerable,
        get: () => (document.currentScript === script ? undefined : amd.value),
      });
    }
    const done = () => {
      if (amd?.configurable) Object.defineProperty(define, 'amd', amd);
      script.remove();
    };
    script.onload = () => {
      done();
      const found = window.echarts !== previous ? window.echarts : window.exports;
      if (previous === undefined) delete window.echarts;
      else window.echarts = previous;
      if (typeof found?.init === 'function') resolve(found);
      else reject(new Error('echarts.min.js is damaged'));
    };
    script.onerror = () => {
      done();
      unloaded('echarts.min.js').then(reject);
    };
    script.src = beside('echarts.min.js');
    document.head.append(script);
  });

  // One long thing after the other, and between them the page may do what else it
  // has to.
  let turn = Promise.resolve();
  const breath = () => turn = turn.then(() => new Promise((resolve) => { setTimeout(resolve); }));

  // The library, loaded once; after a failure the next chart tries again.
  let library;
  const echarts = () => library ??= loadLibrary().then(warm)
    .catch((error) => { library = undefined; throw error; });

  // The first chart takes several times as long as the next, while the browser
  // compiles what of the library it uses. So a small one comes first that nobody
  // sees, in steps, lest the page stand still.
  const warm = async (library) => {
    const instance = library.init(document.createElement('div'), null, { renderer: 'canvas', width: 100, height: 100 });
    const axes = { animation: false, xAxis: { type: 'value' }, yAxis: { type: 'log' } };
    const line = { type: 'line', name: 'line', data: [[1, 1], [2, 2]] };
    const others = [
      { type: 'scatter', data: [{ name: 'dot', value: [1, 1] }], label: { show: true } },
      { type: 'custom', data: [[1, 1]], renderItem: () => ({ type: 'rect', shape: { x: 0, y: 0, width: 1, height: 1 } }) },
    ];
    for (const option of [axes, { tooltip: {}, series: [line] }, { series: [line, ...others] }]) {
      await breath();
      instance.setOption(option);
    }
    instance.dispose();
    return library;
  };

  return { echarts, breath };
});
