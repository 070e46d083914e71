// Where the words in a chart go, so that none lies on anything.
'use strict';

locklab.room('words', ['frame'], ({ frame: { WORDS, widthOf } }) => {
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

  return { Words };
});
