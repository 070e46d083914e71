// The charts of the lesson, live in a page.
//
//   const chart = locklab.mount(root, view, changed, link);
//   chart.set({ TTL: '1s' });
//   chart.dispose();
//
// root is the static layout of one output, complete and readable by itself:
//
//   <div class="locklab">
//     <div class="locklab-said">
//       <p class="locklab-headline"><strong>, <span>
//       <p class="locklab-sentence">, <p class="locklab-caption">
//       <details class="locklab-model"><summary>, <p class="locklab-about"></details>
//     </div>
//     <div class="locklab-chart"><img width height alt src></div>
//     <details class="locklab-fold"><summary>, <div class="locklab-chart"></details>
//     <details class="locklab-data"><summary>, <table></details>
//   </div>
//
// mount puts a live chart in the place of each picture; a chart that is folded
// away is drawn when it is first unfolded. Whatever goes wrong, the picture
// stays and one line says why. The attribute data-locklab of each
// .locklab-chart tells how far it is: "loading", "live" or "failed". That of
// root is the main chart's, which is the first.
//
// view is an object, or its JSON:
//
//   name     names the files that the reader saves
//   charts   for each picture, in their order, { option, steps }: an ECharts
//            option without functions or colours, see below, and for a timeline
//            its steps, through which a reader walks (see walk.js); what is said
//            then stands behind it
//   knobs    the knobs of the simulation, for the sliders, and
//   presets  settings of them worth a look, [{ name, knobs }, …] (see knobs.js)
//   predict  what to guess before the charts are seen (see predict.js); in root
//            all but the question is then in <details class="locklab-came">
//   palette  { light: { role: "#rrggbb", … }, dark: { … } }
//
// A view with quiz, in the place of charts, is a quiz (see quiz.js).
//
// changed, if given, hears of each new setting of the sliders: the knobs that
// differ from view's, with their values as Go writes them. set takes such a
// setting, and a knob that it does not name goes back to view's value. It may
// come before the sliders are there. link, if given, is the address of a page that
// shows the main chart as it is set at the time, for a button that copies it.
//
// The roles that the runtime itself uses are text, muted, grid, axis and
// background; the others (good, bad, wasted, ideal, here, …) are the option's.
//
// In an option a string that starts with @ and a letter is a name:
//
//   "@role"       the colour of that role in the theme in force

// or, for renderItem of a custom series, a shape that is drawn from its rows:
//
//   "@draw:band"      [x, low, high]: the area between low and high
//   "@draw:segments"  [x0, y0, x1, y1]: a line each
//   "@draw:dashes"    the same, thin and dashed
//   "@draw:boxes"     [x0, y0, x1, y1]: a rectangle each
//   "@draw:hatched"   the same, filled with thin lines
//
// and {"@labels": [[10, "10 s"], …]} is a formatter that writes the words of
// the value asked for. An option without a tooltip.formatter shows the names of
// the points at the pointer, as whole sentences.
//
// Any other name is an error. Fonts, axes, grid and tooltip get their look here
// (see style and frame), so that an option says only what it shows. Title and
// legend are words of the page, above the chart (see heading); they are drawn in
// pictures that are saved.
//
// This file knows nothing of Jupyter but two things that it uses where they
// are there: the attribute data-jp-theme-light of the body, and (in
// locklab.css) the --jp-… variables. It is a plain script, so that a page
// opened from a file can load it too. It expects echarts.min.js beside itself
// and loads it with the first chart.
(() => {
  'use strict';

  // Where a file beside this one is, with the query of this one's own address.
  const self = new URL(document.currentScript.src);
  const beside = (name) => new URL(name + self.search, self).href;

  // ---- Words ----

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
  const room = (node, text, texts) => {
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

  // A formatter that knows only the values in rows; an axis asks for them with
  // rounding errors.
  const labels = (rows) => (value) => {
    const row = rows.find(([at]) => Math.abs(at - value) <= 1e-9 * Math.abs(at));
    return row ? row[1] : '';
  };

  // The names of the points at the pointer, each once.
  const told = (hovered) => {
    const names = new Set([hovered].flat().map(({ name }) => name).filter(Boolean));
    const box = element('div', 'locklab-told');
    for (const name of names) box.append(element('div', 'locklab-told-line', name));
    return names.size > 0 ? box : '';
  };

  // ---- Shapes ----

  // Words in a chart. ECharts takes a line's height from the width of a Chinese
  // character, which is wrong where no font has one.
  const WORDS = { fontSize: 12, lineHeight: 16 };

  // What the shapes below need of a row's series: the place of a pair of
  // values, the edges of the chart, and the series' look and the chart's.
  const shaped = (option, draw, look) => (params, api) => {
    const { x, y, width, height } = params.coordSys;
    const { name, itemStyle: { opacity = 1 } = {} } = [option.series].flat()[params.seriesIndex];
    const shape = draw({
      params,
      name,
      look,
      at: (i, j, row) => api.coord([api.value(i, row), api.value(j, row)]),
      color: api.visual('color'),
      opacity,
    });
    return shape && { ...shape, clipPath: { type: 'rect', shape: { x, y, width, height } } };
  };

  // One polygon for the whole series, made with its first row.
  const band = ({ params, at, color, opacity }) => {
    if (params.context.drawn) return undefined;
    params.context.drawn = true;
    const rows = Array.from({ length: params.dataInsideLength }, (_, row) => row);
    const outline = [...rows.map((row) => at(0, 2, row)), ...rows.reverse().map((row) => at(0, 1, row))];
    return { type: 'polygon', shape: { points: outline }, style: { fill: color, opacity }, silent: true };
  };

  const segment = (lineWidth, lineDash) => ({ at, color, opacity }) => {
    const [[x1, y1], [x2, y2]] = [at(0, 1), at(2, 3)];
    return { type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: color, lineWidth, lineDash, opacity } };
  };

  const rect = ({ at }) => {
    const [[x0, y0], [x1, y1]] = [at(0, 1), at(2, 3)];
    return { x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
  };

  const box = (row) => ({ type: 'rect', shape: rect(row), style: { fill: row.color, opacity: row.opacity } });

  // Lines that rise to the right, each from where it enters the box to where it
  // leaves it, as one path.
  const HATCH = 8; // pixels
  const hatched = (row) => {
    const { x, y, width, height } = rect(row);
    let lines = '';
    for (let shift = -height; shift < width; shift += HATCH) {
      const [from, to] = [Math.max(shift, 0), Math.min(shift + height, width)];
      const bottom = y + height + shift;
      lines += `M${x + from} ${bottom - from}L${x + to} ${bottom - to}`;
    }
    const style = { stroke: row.color, fill: 'none', lineWidth: 1.5, opacity: row.opacity };
    // The box itself is there for the pointer.
    const target = { type: 'rect', shape: rect(row), style: { fill: 'transparent' } };
    return { type: 'group', children: [target, { type: 'path', shape: { pathData: lines }, style, silent: true }] };
  };

  const shapes = {
    band,
    segments: segment(2.5),
    dashes: segment(1.25, [5, 4]),
    boxes: box,
    hatched,
  };

  // ---- From the view's option to ECharts' ----

  // A copy of the option in which every name is what it stands for.
  const resolve = (option, look) => {
    const named = {};
    for (const [name, draw] of Object.entries(shapes)) named[`@draw:${name}`] = shaped(option, draw, look);
    for (const [role, color] of Object.entries(look.colors)) named[`@${role}`] = color;
    const copy = (value) => {
      if (Array.isArray(value)) return value.map(copy);
      if (value !== null && typeof value === 'object') {
        if (Object.hasOwn(value, '@labels')) return labels(value['@labels']);
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
      }
      if (typeof value !== 'string' || !/^@[a-z]/i.test(value)) return value;
      if (!Object.hasOwn(named, value)) throw new Error(`the chart uses an unknown name, ${value}`);
      return named[value];
    };
    return copy(option);
  };

  // The title of an option, and the entries of its legend.
  const titleOf = ({ title }) => [title ?? []].flat()[0]?.text ?? '';
  const entriesOf = ({ legend }) => [legend ?? []].flat()[0]?.data ?? [];
  const nameOf = (entry) => entry.name ?? entry;

  const ruler = document.createElement('canvas').getContext('2d');
  const widthOf = (font) => (text) => {
    ruler.font = font;
    return ruler.measureText(text).width;
  };

  // How many lines the title takes in a chart of a width, and how many rows the
  // legend.
  const TITLE_LINE = 20; // pixels
  const titleLines = (option, width, fontFamily) => Math.ceil(widthOf(`600 15px ${fontFamily}`)(titleOf(option)) / width);
  const LEGEND = { itemGap: 14, itemWidth: 18, itemHeight: 9, line: 16 }; // pixels
  const legendRows = (option, width, fontFamily) => {
    const measure = widthOf(`12px ${fontFamily}`);
    let rows = 1;
    let used = 0;
    for (const entry of entriesOf(option)) {
      const wide = LEGEND.itemWidth + 5 + measure(nameOf(entry));
      if (used > 0 && used + wide > width) {
        rows += 1;
        used = 0;
      }
      used += wide + LEGEND.itemGap;
    }
    return rows;
  };

  // How wide the words beside the y axis are.
  const ladder = ({ yAxis }, fontFamily) => {
    const { customValues = [], formatter } = [yAxis ?? []].flat()[0]?.axisLabel ?? {};
    return Math.max(0, ...customValues.map((value) => widthOf(`12px ${fontFamily}`)(formatter(value))));
  };

  // A text in lines that fit in a width, as ECharts makes of no axis' name.
  const broken = (text, width, fontFamily) => text.split(' ').reduce((above, word) => {
    const longer = `${above} ${word}`;
    const last = longer.slice(longer.lastIndexOf('\n') + 1);
    return widthOf(`12px ${fontFamily}`)(last) > width ? `${above}\n${word}` : longer;
  });

  // What a theme cannot say, because it depends on the direction of an axis or
  // on other parts of the option: x is a line with short ticks where its labels
  // are and its name centred below, in lines no longer than the axis; y is a
  // ladder of level lines with its name above.
  const frame = (option, width, font) => {
    const framed = { ...option, tooltip: { trigger: 'axis', formatter: told, ...option.tooltip } };
    const refine = (part, change) => {
      if (option[part] !== undefined) framed[part] = [option[part]].flat().map(change);
    };
    const marked = ({ axisLabel, axisTick }) => {
      const { customValues } = axisLabel ?? {};
      return { ...(customValues && { customValues }), ...axisTick };
    };
    refine('xAxis', (axis) => ({
      nameLocation: 'middle', nameGap: 34, ...axis,
      axisTick: { show: true, ...marked(axis) },
      splitLine: { show: false, ...axis.splitLine },
      name: broken(axis.name ?? '', width - ladder(option, font) - 24, font), // 24 for the margins
    }));
    refine('yAxis', (axis) => ({
      nameLocation: 'end', nameGap: 14, ...axis,
      axisLine: { show: false, ...axis.axisLine },
      axisTick: marked(axis),
      nameTextStyle: { align: 'left', padding: [0, 0, 0, -10 - ladder(option, font)], ...axis.nameTextStyle }, // above the ladder
    }));
    // From the top: title, legend, chart.
    let top = 0;
    refine('title', (title) => ({ ...title, textStyle: { width, overflow: 'break', ...title.textStyle } }));
    if (titleOf(option)) top += titleLines(option, width, font) * TITLE_LINE + 8;
    refine('legend', (legend) => ({ top, ...legend }));
    if (entriesOf(option).length > 0) top += legendRows(option, width, font) * (LEGEND.line + LEGEND.itemGap) - 2;
    if (option.grid === undefined && option.xAxis !== undefined) framed.grid = { top };
    return framed;
  };

  // ---- Where words go ----

  // A line is its ends and the box around it. It meets a box unless all the box's
  // corners are on one side of it.
  const overlap = (a, b) => a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
  const lineOf = ([x0, y0], [x1, y1]) => ({
    x0, y0, x1, y1, left: Math.min(x0, x1), right: Math.max(x0, x1), top: Math.min(y0, y1), bottom: Math.max(y0, y1),
  });
  const meets = (line, box) => {
    if (!overlap(line, box)) return false;
    const { x0, y0, x1, y1 } = line;
    const side = (x, y) => Math.sign((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0));
    const sum = side(box.left, box.top) + side(box.right, box.top) + side(box.right, box.bottom) + side(box.left, box.bottom);
    return Math.abs(sum) < 4;
  };

  // What is drawn in a group, or is the thing itself. ECharts' own list of it is in
  // order only after all words have their places.
  const leaves = (node) => (node.ignore ? [] : node.isGroup ? node.childrenRef().flatMap(leaves) : [node]);

  // What an instance has drawn, but for the words of its marks: level lines, which
  // have the colour grid, other lines, and boxes that are full.
  const drawn = (zr, grid) => {
    const [levels, lines, boxes] = [[], [], []];
    for (const node of zr.storage.getRoots().flatMap(leaves)) {
      const { fill, stroke, opacity = 1 } = node.style;
      const seen = [fill, stroke].some((color) => color && color !== 'none' && color !== 'transparent');
      if (node.invisible || node.parent?.__hostTarget || !seen) continue;
      const [a, b, c, d, e, f] = node.getComputedTransform() ?? [1, 0, 0, 1, 0, 0];
      const place = ([x, y]) => [a * x + c * y + e, b * x + d * y + f];
      const join = (points) => points.map(place).forEach((to, i, all) => { if (i > 0) (stroke === grid ? levels : lines).push(lineOf(all[i - 1], to)); });
      const { x1, y1, x2, y2, points } = node.shape ?? {};
      const { x, y, width, height } = node.getBoundingRect();
      const [[left, top], [right, bottom]] = [place([x, y]), place([x + width, y + height])];
      if (points) {
        const pairs = points.length && points[0].length ? points : Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]);
        join(/polygon/.test(node.type) ? [...pairs, pairs[0]] : pairs);
      } else if (x1 !== undefined) join([[x1, y1], [x2, y2]]);
      else if (node.type !== 'text' && opacity < 0.5) join([[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]]);
      else if (right - left > 1) boxes.push({ left, right, top, bottom });
    }
    return { levels, lines, boxes };
  };

  // How a text breaks into one line, two and so on, each time into lines as short as
  // can be. measure is slow, so it is asked for each word once.
  const breaking = (text, measure) => {
    const space = measure(' ');
    const words = text.split(' ').map((word) => ({ word, width: measure(word) }));
    const rows = (limit) => words.reduce((all, { word, width }) => {
      const last = all.at(-1);
      if (!last || last.width + space + width > limit) return [...all, { text: word, width }];
      return [...all.slice(0, -1), { text: `${last.text} ${word}`, width: last.width + space + width }];
    }, []);
    return (count) => {
      let limit = words.reduce((sum, { width }) => sum + space + width, 0) / count;
      while (rows(limit).length > count) limit += 4;
      const found = rows(limit);
      return { broken: found.map((row) => row.text).join('\n'), width: Math.max(...found.map((row) => row.width)), height: found.length * WORDS.lineHeight };
    };
  };

  // The words of a chart's marks, each put where nothing else is drawn: as near to
  // its place as it can be, on the side that the option names if there is room.
  // Where there is none otherwise they interrupt a level line, by their halo.
  class Words {
    // An option is about to be drawn by instance.
    begin(instance, option, look) {
      Object.assign(this, { instance, option, look, taken: undefined, given: {} });
    }

    // ECharts asks it for each label, when all else has its place; it may ask twice.
    layout = ({ seriesIndex, dataIndex, text, rect }) => this.given[`${seriesIndex} ${dataIndex}`] ??= this.free(seriesIndex, dataIndex, text.replaceAll('\n', ' '), rect);

    free(seriesIndex, dataIndex, text, rect) {
      const { position, fontWeight = '' } = this.option.series[seriesIndex].label;
      this.taken ??= drawn(this.instance.getZr(), this.look.colors.grid);
      const label = this.instance.getModel().getSeriesByIndex(seriesIndex).getData().getItemGraphicEl(dataIndex).getSymbolPath().getTextContent();
      const shape = breaking(text, widthOf(`${fontWeight} 12px ${this.look.fontFamily}`));
      const shapes = [];
      const plot = this.instance.getModel().getComponent('grid').coordinateSystem.getRect();
      const right = this.instance.getWidth();
      const { levels, lines, boxes } = this.taken;
      const put = ({ broken, left, top, box }) => {
        boxes.push(box);
        label.setStyle('text', broken);
        return { x: left, y: top, align: 'left', verticalAlign: 'top' };
      };
      let interrupting; // the best place that only a level line crosses
      let any; // the best place in the chart
      for (const far of [NEAR, FAR]) {
        for (const count of [1, 2, 3, 4]) {
          const { broken, width, height } = shapes[count] ??= shape(count);
          if (broken === shapes[count - 1]?.broken) continue;
          for (const [x, top] of around(rect, width, height, position, far)) {
            const left = Math.max(plot.x + 2, Math.min(x, right - width));
            const box = { left: left - 2, right: left + width + 2, top: top + 1, bottom: top + height - 1 };
            if (top < 0 || box.bottom > plot.y + plot.height || left + width > right + 1) continue;
            const place = { broken, left, top, box };
            any ??= place;
            if (boxes.some((one) => overlap(one, box)) || lines.some((one) => meets(one, box))) continue;
            if (!levels.some((one) => meets(one, box))) return put(place);
            interrupting ??= place;
          }
        }
        if (interrupting) return put(interrupting);
      }
      return any ? put(any) : {};
    }
  }

  // The places for words of a size around a rectangle, the best first: beside it,
  // then farther off. What is written below stays so, in rows.
  const [STEP, NEAR, FAR] = [4, 24, 160]; // pixels
  const around = function* ({ x, y, width, height }, wide, high, side, far) {
    const [middle, level] = [x + (width - wide) / 2, y + (height - high) / 2];
    if (side === 'bottom') {
      for (let aside = 0; aside <= far; aside += STEP) {
        for (let row = 0; row < 3; row += 1) {
          const top = y + height + 5 + row * (high - 2);
          yield* [[middle + aside, top], [middle - aside, top]];
        }
      }
      return;
    }
    const places = {
      right: [x + width + 8, level], left: [x - 8 - wide, level], top: [middle, y - 4 - high], bottom: [middle, y + height + 4], inside: [middle, level],
    };
    for (let shift = 0; shift <= far; shift += STEP) {
      for (const name of [side, 'right', 'left', 'top', 'bottom']) {
        const [left, top] = places[name];
        yield [left, top - shift];
        if (shift > 0) yield* [[left, top + shift], [left - shift, top], [left + shift, top]];
      }
    }
  };

  // The look of every chart, as an ECharts theme; labelLayout places the words of marks.
  const style = (colors, fontFamily, labelLayout) => {
    const label = { fontFamily, ...WORDS, textBorderColor: colors.background, textBorderWidth: 4 };
    const small = { fontFamily, ...WORDS, color: colors.muted };
    const line = { color: colors.grid, width: 1 };
    const edge = { color: colors.axis, width: 1 };
    const axis = {
      axisLine: { show: true, onZero: false, lineStyle: edge },
      axisTick: { show: false, length: 4, lineStyle: edge },
      minorTick: { show: false },
      minorSplitLine: { show: false },
      splitLine: { lineStyle: line },
      axisLabel: { ...small, margin: 10, hideOverlap: true },
      nameTextStyle: small,
      axisPointer: { label: { show: false } },
    };
    const mark = { silent: true, label: { ...label, color: colors.text } };
    return {
      backgroundColor: 'transparent',
      textStyle: { color: colors.text, fontFamily, fontSize: 13 },
      title: {
        left: 0, top: 0, padding: 0,
        textStyle: { color: colors.text, fontFamily, fontSize: 15, fontWeight: 600, lineHeight: TITLE_LINE },
        subtextStyle: small,
      },
      grid: { left: 4, right: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'all' },
      valueAxis: axis,
      logAxis: axis,
      timeAxis: axis,
      categoryAxis: { ...axis, splitLine: { show: false } },
      legend: {
        left: 0, top: 0, padding: 0, itemGap: LEGEND.itemGap, itemWidth: LEGEND.itemWidth, itemHeight: LEGEND.itemHeight,
        textStyle: { ...small, color: colors.text },
        inactiveColor: colors.grid,
      },
      tooltip: {
        confine: true,
        backgroundColor: colors.background,
        borderColor: colors.grid,
        borderWidth: 1,
        padding: [8, 12],
        textStyle: { color: colors.text, fontFamily, fontSize: 12 },
        extraCssText: 'border-radius: 6px; box-shadow: 0 4px 16px rgba(0, 0, 0, 0.18);',
        axisPointer: { lineStyle: { color: colors.axis, width: 1, type: 'dashed' } },
      },
      line: {
        symbol: 'circle', symbolSize: 7,
        lineStyle: { width: 2.5, cap: 'round', join: 'round' }, label, labelLayout,
      },
      scatter: { symbolSize: 10, itemStyle: { opacity: 1 }, label, labelLayout },
      bar: { barMaxWidth: 48, itemStyle: { borderRadius: 2 }, label },
      markLine: { symbol: 'none', lineStyle: { width: 1.5 }, ...mark },
      markArea: mark,
      markPoint: mark,
    };
  };

  // ---- The page around a chart ----

  // What a policy has refused to the page: the directive by address.
  const refused = [];
  addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    if (disposition === 'enforce') refused.push({ address: blockedURI, directive: effectiveDirective });
  });

  // The error that tells why nothing came of a file, as far as a page can find out:
  // it asks the server once more.
  const unloaded = async (name, address = beside(name)) => {
    let why = '';
    if (/^https?:/.test(address)) {
      try {
        const { ok, status, headers, body } = await fetch(address);
        body?.cancel();
        const type = headers.get('Content-Type') ?? '';
        if (!ok) why = `the server answers ${status}`;
        else if (!/javascript/.test(type)) why = `the server sends it as ${type || 'of no type'}`;
      } catch {
        why = 'the server does not answer';
      }
    }
    await new Promise((resolve) => { setTimeout(resolve, 50); }); // the policy's word may come late
    const by = refused.filter((one) => one.address === address || address.startsWith(`${one.address}:`)).map(({ directive }) => directive);
    const directive = by.find((one) => one !== 'connect-src');
    if (directive) why = `the Content-Security-Policy refuses it (${directive})`;
    else if (by.length > 0) why = '';
    return new Error(`${name} could not be loaded${why && `: ${why}`}`);
  };

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

  // Loads a file of the runtime as a script. came() says, once it has run, whether
  // it did what it is for: of a file that is cut nothing runs, and nobody is told.
  const loadScript = (name, came) => new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: beside(name) });
    script.onload = () => (came() ? resolve() : reject(new Error(`${name} is damaged`)));
    script.onerror = () => {
      script.remove();
      unloaded(name).then(reject);
    };
    document.head.append(script);
  });

  // Loads knobs.js, which makes locklab.knobs, or another such file, once; after a
  // failure the next one who needs it tries again.
  const scripts = {};
  const script = (name) => scripts[name] ??= loadScript(name, () => name.replace('.js', '') in locklab)
    .catch((error) => { delete scripts[name]; throw error; });

  // What glossary.js, or another such file, calls locklab.glossary with.
  const handed = async (name) => {
    let parts;
    locklab[name.replace('.js', '')] = (...given) => { parts = given; };
    await loadScript(name, () => parts !== undefined);
    return parts;
  };

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

  const prefersDark = matchMedia('(prefers-color-scheme: dark)');

  // Paper is white.
  let printing = false;
  addEventListener('beforeprint', () => { printing = true; });
  addEventListener('afterprint', () => { printing = false; });

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

  const read = (text) => {
    let view = text;
    if (typeof text === 'string') {
      try {
        view = JSON.parse(text);
      } catch {
        throw new Error('the data of the live chart is not valid JSON');
      }
    }
    if (view?.quiz) return view;
    if (!Array.isArray(view?.charts)) throw new Error('the data has no charts');
    if (typeof (view.palette ?? undefined) !== 'object') throw new Error('the data has no palette');
    return view;
  };

  // What an option names: its keys, and those of the objects in it. Lists are
  // replaced as a whole, but for those of components.
  const shapeOf = (value, depth = 0) => {
    if (typeof value !== 'object' || value === null) return '';
    if (Array.isArray(value)) return depth > 1 ? '' : `[${value.map((one) => shapeOf(one, depth + 1))}]`;
    return `{${Object.entries(value).map(([key, one]) => (key === 'type' ? one : `${key}${shapeOf(one, depth + 1)}`))}}`;
  };

  // ---- One chart ----

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
      return { theme: theme(), pixels: devicePixelRatio, renderer: printing ? 'svg' : 'canvas' };
    }

    // The host's size; on paper one that fits, where words keep theirs. A host that
    // is hidden for a moment, as JupyterLab's page is while it changes its
    // theme, has the size that it had before.
    measure() {
      let { clientWidth: width, clientHeight: height } = this.host;
      if (printing && width > PAPER) [width, height] = [PAPER, height * PAPER / width];
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
      return printing ? length : Math.min(this.step, length);
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

  // The title and the legend above a chart. Each entry of the legend is a button
  // that hides what it names, or shows it again.
  const heading = (chart, attempt) => {
    const box = element('div', 'locklab-heading');
    keepKeys(box);
    let said;
    const update = () => {
      const { option: whole, palette } = chart.view();
      const colors = palette[theme()];
      const option = chart.option();
      const drawn = entriesOf(option).map(nameOf);
      const entries = entriesOf(whole).map((entry) => {
        const name = nameOf(entry);
        const series = whole.series.find((one) => one.name === name);
        return {
          name, swatch: series ? swatch(series, colors) : '',
          hidden: chart.selected[name] === false, absent: !drawn.includes(name), // as long as it is to come
        };
      });
      const now = JSON.stringify([titleOf(option), entries]);
      if (now === said) return;
      said = now;
      const legend = element('div', 'locklab-legend');
      legend.setAttribute('role', 'group');
      legend.setAttribute('aria-label', 'what is drawn');
      for (const { name, swatch, hidden, absent } of entries) {
        const node = Object.assign(element('button', 'locklab-entry'), { type: 'button', innerHTML: swatch });
        node.append(element('span', '', name));
        node.setAttribute('aria-pressed', String(!hidden));
        node.title = hidden ? 'Show it again' : 'Hide it';
        node.classList.toggle('locklab-absent', absent);
        node.addEventListener('click', () => attempt(() => {
          chart.toggle(name);
          update();
          [...box.querySelectorAll('.locklab-entry')].find((one) => one.textContent === name)?.focus();
        }));
        legend.append(node);
      }
      const title = element('p', 'locklab-title');
      room(title, titleOf(option), [titleOf(option), titleOf(whole)]);
      box.replaceChildren(title);
      if (entries.length > 0) box.append(legend);
    };
    update();
    return { box, update };
  };

  // What a series looks like, as a small picture of 18 by 10 pixels.
  const swatch = ({ type, renderItem, symbol, lineStyle, itemStyle = {} }, colors) => {
    const color = (name) => colors[name?.slice(1)] ?? 'none';
    const stroke = (role, width, dashed) => `<path d="M0 5H18" stroke="${color(role)}" stroke-width="${width}"${dashed ? ' stroke-dasharray="5 4"' : ''}/>`;
    const filled = (d) => `<path d="${d}" fill="${color(itemStyle.color)}" fill-opacity="${itemStyle.opacity ?? 1}"/>`;
    const shape = type === 'custom' ? renderItem : type === 'scatter' ? symbol : type;
    const drawn = {
      line: () => stroke(lineStyle.color, lineStyle.width, lineStyle.type === 'dashed'),
      '@draw:segments': () => stroke(itemStyle.color, 2.5),
      '@draw:dashes': () => stroke(itemStyle.color, 1.25, true),
      '@draw:band': () => filled('M0 0H18V10H0Z'),
      '@draw:boxes': () => filled('M0 0H18V10H0Z'),
      '@draw:hatched': () => filled('M0 10L7 0H9L2 10ZM5 10L12 0H14L7 10ZM10 10L17 0H18V2L12 10Z'),
      circle: () => filled('M4.5 5A4.5 4.5 0 1 1 13.5 5A4.5 4.5 0 1 1 4.5 5Z'),
      triangle: () => filled('M9 0.5L14 9.5H4Z'),
    }[shape] ?? (() => `<path d="M4.5 0.5L13.5 9.5M13.5 0.5L4.5 9.5" stroke="${color(itemStyle.borderColor)}" stroke-width="2.5"/>`);
    return `<svg width="18" height="10" fill="none" aria-hidden="true">${drawn()}</svg>`;
  };

  // The row of buttons below a chart.
  const tools = (chart, name, attempt, link) => {
    const bar = element('div', 'locklab-tools');
    keepKeys(bar);
    const button = (label, act) => {
      const node = element('button', 'locklab-tool', label);
      node.type = 'button';
      node.addEventListener('click', () => attempt(act));
      bar.append(node);
      return node;
    };
    const note = element('p', 'locklab-note');
    note.setAttribute('role', 'status');
    const save = (type) => button(`Save ${type.toUpperCase()}`, () => {
      note.textContent = download(chart.picture(type), `${name}.${type}`);
    });
    save('png');
    save('svg');
    if (link) {
      button('Copy link', async () => {
        const address = link();
        try {
          await navigator.clipboard.writeText(address);
          note.textContent = 'Copied: the link leads to this chart as it is set.';
        } catch {
          note.textContent = address;
        }
      });
    }
    bar.append(note);
    return bar;
  };

  // Puts a live chart into place. view() is its option, steps and palette;
  // changed hears of each new state.
  const fill = (place, view, name, changed, link) => {
    const end = new AbortController();
    const picture = place.querySelector('img');
    const host = element('div', 'locklab-live');
    const root = place.closest('.locklab');
    let chart;
    let head;
    let bar;
    let walk;
    // What comes is not to be seen meanwhile.
    if (view().steps.length > 0) root.classList.add('locklab-walking');

    const enter = (state) => {
      place.dataset.locklab = state;
      changed(state);
    };
    const dispose = () => {
      end.abort();
      walk?.dispose();
      root.classList.remove('locklab-walking');
      chart?.dispose();
      head?.box.remove();
      host.remove();
      bar?.remove();
      if (picture) picture.hidden = false;
      delete place.dataset.locklab;
    };
    const fail = (error) => {
      if (end.signal.aborted) return;
      dispose();
      enter('failed');
      explain(place, error);
    };
    const attempt = (act) => {
      try {
        act();
      } catch (error) {
        fail(error);
      }
    };

    const label = () => {
      const { alt } = view().steps[chart?.at() - 1] ?? {};
      host.setAttribute('aria-label', alt ?? picture?.alt ?? '');
    };
    const draw = () => {
      chart.update();
      head.update();
      label();
    };
    // Shows what view() now is, and what the picture's words now say.
    const update = () => {
      if (!chart) { // the picture is of what was before
        if (picture) picture.hidden = true;
        return;
      }
      bar.querySelector('.locklab-note').textContent = ''; // it was about what was before
      attempt(() => {
        draw();
        walk?.update();
      });
    };

    // What a reader walks with; without it the chart is shown to its end.
    const walks = async () => {
      if (view().steps.length === 0) return false;
      try {
        for (const file of ['progress.js', 'folds.js', 'walk.js']) await script(file);
        return true;
      } catch (error) {
        root.classList.remove('locklab-walking');
        explain(place, error, 'No steps');
        return false;
      }
    };

    const start = async () => {
      await hasWidth(place, end.signal);
      const library = await echarts();
      const walked = await walks();
      await breath();
      if (end.signal.aborted) return;

      host.setAttribute('role', 'img');
      const [width, height] = [picture?.getAttribute('width'), picture?.getAttribute('height')].map(Number);
      const HEADING = 50; // pixels, which the picture has inside
      host.style.aspectRatio = width > 0 && height > HEADING ? `${width} / ${height - HEADING}` : '16 / 9';
      place.append(host);
      if (picture) picture.hidden = true;

      chart = new Chart(library, host, view, walked && !locklab.progress.read().shown ? 1 : Infinity);
      label();
      head = heading(chart, attempt);
      host.before(head.box);
      bar = tools(chart, name, attempt, link);
      place.append(bar);
      if (walked) walk = locklab.walk({ place, host, bar, chart, draw, attempt });
      watchPage(end.signal, () => attempt(() => {
        chart.refresh();
        head.update();
      }));
      const sizes = new ResizeObserver(([{ contentRect }]) => {
        if (contentRect.width > 0) attempt(() => chart.resize());
      });
      sizes.observe(host);
      end.signal.addEventListener('abort', () => sizes.disconnect());
      enter('live');
    };

    enter('loading');
    start().catch(fail);
    return { dispose, update };
  };

  // Says in place what is not there, and why; put says where in it.
  const explain = (place, error, what = 'No live chart', put = 'append') => {
    place[put](element('p', 'locklab-note', `${what}: ${error.message}`));
    console.warn('locklab:', error);
  };

  // Fills all places of root with the charts of view(); changed hears of each
  // new state of the main one.
  const fillAll = (root, view, changed, link) => {
    const filled = [];
    try {
      const { name = 'chart', charts } = view();
      const places = [...root.querySelectorAll('.locklab-chart')];
      if (places.length !== charts.length) {
        throw new Error(`the page has ${places.length} places for ${charts.length} charts`);
      }
      places.forEach((place, i) => {
        const file = `locklab-${name}${i > 0 ? `-${i + 1}` : ''}`.replace(/[^\w-]+/g, '-');
        const one = () => {
          const { option, steps = [] } = view().charts[i];
          // Steps that an earlier version of the lesson has saved tell no parts.
          return { option, steps: steps[0]?.parts ? steps : [], palette: view().palette };
        };
        filled.push(fill(place, one, file, (state) => {
          if (i > 0) return;
          root.dataset.locklab = state;
          changed(state);
        }, i === 0 ? link : undefined));
      });
    } catch (error) {
      root.dataset.locklab = 'failed';
      explain(root, error);
    }
    return {
      update: (count) => { for (const chart of filled.slice(0, count)) chart.update(); },
      dispose: () => { for (const chart of filled) chart.dispose(); },
    };
  };

  // Where in root the sentence, the charts and the tables are.
  const within = (root) => root.querySelector(':scope > .locklab-came') ?? root;

  // Puts the words of another layout in the places of root's: the headline, the
  // sentence, the caption and the model, the pictures' words and, unless it is
  // brief, the titles of what is folded and the tables.
  const reword = (root, layout, brief) => {
    for (const part of ['.locklab-headline > strong', '.locklab-headline > span', '.locklab-sentence', '.locklab-caption',
      '.locklab-about', '.locklab-fold > summary']) {
      const places = root.querySelectorAll(part);
      layout.querySelectorAll(part).forEach((node, i) => { places[i].textContent = node.textContent; });
    }
    const pictures = root.querySelectorAll('.locklab-chart > img');
    layout.querySelectorAll('.locklab-chart > img').forEach((node, i) => { pictures[i].alt = node.alt; });
    if (brief) return;
    const open = [...root.querySelectorAll('.locklab-data')].map((node) => node.open);
    root.querySelectorAll('.locklab-data').forEach((node) => node.remove());
    layout.querySelectorAll('.locklab-data').forEach((node, i) => {
      node.open = open[i] ?? false;
      within(root).append(node);
    });
  };

  // A quiz, in the place of root's layout.
  const mountQuiz = (root, view) => {
    let quiz;
    let disposed = false;
    const start = async () => {
      await script('progress.js');
      await script('quiz.js');
      if (disposed) return;
      quiz = locklab.quiz(root, view);
      root.dataset.locklab = 'live';
    };
    root.dataset.locklab = 'loading';
    start().catch((error) => {
      root.dataset.locklab = 'failed';
      explain(root, error, 'The answers stay folded');
    });
    return {
      set: () => {},
      dispose: () => {
        disposed = true;
        quiz?.dispose();
        delete root.dataset.locklab;
      },
    };
  };

  const mount = (root, text, changed = () => {}, link) => {
    let view;
    try {
      view = read(text);
    } catch (error) {
      root.dataset.locklab = 'failed';
      explain(root, error);
      return { set: () => {}, dispose: () => { delete root.dataset.locklab; } };
    }
    return view.quiz ? mountQuiz(root, view) : mountCharts(root, view, changed, link);
  };

  // What is there with sliders, by its root: { name, set }.
  const charts = new Map();

  const mountCharts = (root, view, changed, link) => {
    let filled;
    let prediction;
    let knobs;
    let wanted; // a setting that came before the sliders
    let elsewhere = false; // one has come
    let disposed = false;

    // What the sliders find: it takes the place of what is shown. A brief answer
    // has the main chart only, and the rest stays for the moment.
    const show = ({ live, html }, brief) => {
      const layout = document.createElement('template').content.appendChild(element('div', '')); // where no picture is fetched
      layout.innerHTML = html; // by our own Go code, which escapes
      const charts = brief ? [...live.charts, ...view.charts.slice(1)] : live.charts;
      const same = charts.length === view.charts.length;
      view = { ...live, charts, knobs: view.knobs };
      if (same) {
        reword(root, layout, brief);
        filled.update(live.charts.length);
        return;
      }
      // Other charts than before: lay all out anew, but for the controls.
      filled.dispose();
      const fresh = layout.querySelector('.locklab');
      for (const node of [...within(root).children]) {
        if (node !== knobs.panel && !node.matches('.locklab-predict-panel, .locklab-came > summary')) node.remove();
      }
      within(root).append(...fresh.children);
      root.querySelector('.locklab-chart').after(knobs.panel);
      filled = fillAll(root, () => view, () => {}, link);
    };

    const addKnobs = async () => {
      if (!view.knobs?.length || knobs) return;
      try {
        await script('knobs.js');
        const made = await locklab.knobs(root, view, show, changed);
        if (disposed) {
          made.dispose();
          return;
        }
        knobs = made;
        if (wanted) knobs.set(wanted);
      } catch (error) {
        if (!disposed) explain(root.querySelector('.locklab-chart'), error, 'No sliders', 'after');
      }
    };

    // What is to be guessed is not shown before.
    const addPrediction = async () => {
      try {
        for (const name of ['progress.js', 'knobs.js', 'folds.js', 'predict.js']) await script(name);
        if (disposed) return;
        prediction = locklab.predict(root, view);
        if (elsewhere) prediction.pass();
      } catch (error) {
        within(root).open = true;
        if (!disposed) explain(root, error, 'No guess', 'prepend');
      }
    };

    if (view.predict) addPrediction();
    filled = fillAll(root, () => view, (state) => { if (state === 'live') addKnobs(); }, link);
    const dispose = () => {
      disposed = true;
      prediction?.dispose();
      knobs?.dispose();
      filled.dispose();
      charts.delete(root);
      delete root.dataset.locklab;
    };
    const set = (setting) => {
      if (Object.keys(setting).length > 0) {
        elsewhere = true;
        prediction?.pass();
      }
      if (knobs) knobs.set(setting);
      else wanted = setting;
    };
    charts.set(root, { name: view.name, set });
    return { set, dispose };
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

  // Lets links to cards open them.
  const watchCards = async () => {
    await script('cards.js');
    locklab.cards();
  };

  const loadProgress = async () => {
    await script('progress.js');
    return locklab.progress;
  };

  const loadSettings = async () => {
    await script('settings.js');
    return locklab.settings;
  };

  const watchNotebooks = async (actions) => {
    await loadSettings();
    await script('notebook.js');
    locklab.notebook(actions);
  };

  // parts are for the other files of the runtime.
  window.locklab = {
    mount, watchCards, watchNotebooks, loadProgress, loadSettings,
    parts: { element, keepKeys, room, download, beside, handed, unloaded, charts },
  };
})();
