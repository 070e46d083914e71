// One chart, drawn by ECharts.
//
//   new Chart(library, host, view, step)   as told at the class
'use strict';

locklab.room('chart', ['page', 'draw', 'frame', 'words'], ({
  page: { theme, onPaper }, draw: { resolve }, frame: { entriesOf, nameOf, frame, style }, words: { Words },
}) => {
  // What an option names: its keys, and those of the objects in it. Lists are
  // replaced as a whole, but for those of components.
  const shapeOf = (value, depth = 0) => {
    if (typeof value !== 'object' || value === null) return '';
    if (Array.isArray(value)) return depth > 1 ? '' : `[${value.map((one) => shapeOf(one, depth + 1))}]`;
    return `{${Object.entries(value).map(([key, one]) => (key === 'type' ? one : `${key}${shapeOf(one, depth + 1)}`))}}`;
  };

  // A chart in host, drawn by library, of what view() returns at the time: an
  // option, its steps and a palette. step is how many steps are shown, at most.
  // selected says of the legend's names which are hidden: those that it has as
  // false.
  const PAPER = 598; // pixels that a chart is wide there at most
  class Chart {
    constructor(library, host, view, step) {
      this.library = library;
      this.host = host;
      this.view = view;
      this.step = step;
      this.size = { width: 860, height: 480 };
      this.selected = {};
      this.show();
    }

    // What the drawing depends on besides the view. On the screen a canvas is
    // quicker than a drawing of elements; on paper it would be coarse.
    conditions() {
      return { theme: theme(), pixels: devicePixelRatio, renderer: onPaper() ? 'svg' : 'canvas' };
    }

    // The host's size; on paper one that fits, where words keep theirs. A host that
    // is hidden for a moment, as JupyterLab's page is while it changes its
    // theme, has the size that it had before.
    measure() {
      let { clientWidth: width, clientHeight: height } = this.host;
      if (onPaper() && width > PAPER) [width, height] = [PAPER, height * PAPER / width];
      if (width > 0 && height > 0) this.size = { width, height };
      return this.size;
    }

    // Draws the view, or draws it again.
    show() {
      this.drawnIn = this.conditions();
      // ECharts writes the fonts into an attribute of the SVG as they are.
      const fontFamily = getComputedStyle(this.host).fontFamily.replaceAll('"', "'");
      this.look = { colors: this.colors(), fontFamily };
      this.measure();
      this.instance?.dispose();
      this.shape = undefined;
      this.words = new Words();
      this.instance = this.draw(this.host, this.drawnIn.renderer, this.full(), this.words);
      this.instance.getZr().flush();
    }

    // Draws what the view has become, if it is another.
    update() {
      const text = JSON.stringify(this.option());
      if (text === this.text) return;
      this.text = text;
      this.redraw();
    }

    // Draws in the same instance.
    redraw() {
      const full = this.full();
      const shape = shapeOf(full);
      // To merge is quicker. It keeps what the new option does not name, so both
      // have to name the same.
      this.words.begin(this.instance, full, this.look);
      this.instance.setOption(full, { notMerge: shape !== this.shape });
      this.shape = shape;
      this.instance.getZr().flush();
    }

    // How many steps are shown; on paper all.
    at() {
      const { length } = this.view().steps;
      return onPaper() ? length : Math.min(this.step, length);
    }

    // The view's option, as far as it is shown.
    option() {
      return upTo(this.view(), this.at());
    }

    // Draws again if the conditions have changed.
    refresh() {
      const now = this.conditions();
      if (Object.keys(now).some((one) => now[one] !== this.drawnIn[one])) this.show();
    }

    // Hides what an entry of the legend names, or shows it again.
    toggle(name) {
      this.selected = { ...this.selected, [name]: this.selected[name] === false };
      this.redraw();
    }

    // The view's option in the theme in force, without what the reader has
    // hidden. Nothing moves by itself: a chart that follows a slider has to be
    // there at once.
    full(headed = false) {
      const option = this.option();
      const { title, legend, ...body } = option;
      const full = frame(resolve(headed ? { title, legend, ...body } : body, this.look), this.size.width, this.look.fontFamily);
      full.series = full.series?.map((one, i) => ({ ...one, id: String(i) })); // else ECharts matches them by name
      if (Object.values(this.selected).includes(false)) {
        const hiding = { show: headed, data: entriesOf(option), selected: this.selected };
        full.legend = [{ ...full.legend?.[0], ...hiding }];
      }
      return { ...full, animation: false };
    }

    colors() {
      const colors = this.view().palette[theme()];
      if (colors === undefined) throw new Error(`the live chart has no ${theme()} colours`);
      return colors;
    }

    // A new ECharts instance in target with an option drawn.
    draw(target, renderer, option, words = new Words()) {
      const { colors, fontFamily } = this.look;
      const look = style(colors, fontFamily, words.layout);
      const instance = this.library.init(target, look, { renderer, locale: 'EN', devicePixelRatio, ...this.size });
      words.begin(instance, option, this.look);
      try {
        instance.setOption(option);
      } catch (error) {
        instance.dispose();
        throw error;
      }
      return instance;
    }

    resize() {
      this.measure();
      this.instance.resize(this.size);
      this.redraw(); // where words go, and how the axis' name is broken, depends on the width
    }

    // A data URL of the chart as it is now, with its title and legend, on an
    // opaque background.
    picture(type) {
      const target = document.createElement('div');
      const { background } = this.view().palette[theme()];
      const renderer = type === 'svg' ? 'svg' : 'canvas';
      const instance = this.draw(target, renderer, { ...this.full(true), backgroundColor: background });
      try {
        return instance.getDataURL({ type, pixelRatio: 2, backgroundColor: background });
      } finally {
        instance.dispose();
      }
    }

    dispose() {
      this.instance?.dispose();
    }
  }

  // The option at a step of a timeline, of which its parts are told.
  const upTo = ({ option, steps }, at) => {
    const { title, parts } = steps[at - 1] ?? {};
    if (!parts) return option;
    const series = parts.map(({ like, rows, data, series: own }) => {
      const whole = option.series[like];
      return own ?? { ...whole, data: data ?? whole.data.slice(0, rows) };
    });
    const drawn = entriesOf(option).filter((entry) => series.some(({ name }) => name === nameOf(entry)));
    return {
      ...option,
      series,
      title: { ...[option.title].flat()[0], text: title },
      legend: { ...[option.legend].flat()[0], data: drawn },
    };
  };

  return { Chart };
});
