// From a view's option to one that ECharts takes: what its names stand for in their
// place. Which names there are is told in locklab.js.
//
//   resolve(option, look)   where look is { colors }, by role
'use strict';

locklab.room('draw', [], () => {
  // A formatter that knows only the values in rows; an axis asks for them with
  // rounding errors.
  const labels = (rows) => (value) => {
    const row = rows.find(([at]) => Math.abs(at - value) <= 1e-9 * Math.abs(at));
    return row ? row[1] : '';
  };

  // ---- Shapes ----

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

  const note = (row) => {
    const { x, y, width, height } = rect(row);
    const style = {
      text: row.name, fill: row.look.colors.text, font: '12px sans-serif', width, overflow: 'break', align: 'center', verticalAlign: 'middle',
    };
    return { type: 'group', silent: true, children: [box(row), { type: 'text', x: x + width / 2, y: y + height / 2, style }] };
  };

  const shapes = {
    band,
    segments: segment(2.5),
    dashes: segment(1.25, [5, 4]),
    boxes: box,
    hatched,
    note,
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

  return { resolve };
});
