// What is around what a chart shows, and how it looks.
//
//   frame(option, width, fontFamily)        an option with title, legend, axes and
//                                           grid in their places
//   style(colors, fontFamily, labelLayout)  the look of all charts
//
// and what the option says of itself: titleOf, entriesOf and nameOf. widthOf(font)
// measures texts.
'use strict';

locklab.room('frame', ['page'], ({ page: { element } }) => {
  // Words in a chart. ECharts takes a line's height from the width of a Chinese
  // character, which is wrong where no font has one.
  const WORDS = { fontSize: 12, lineHeight: 16 };

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

  // The names of the points at the pointer, each once.
  const told = (hovered) => {
    const names = new Set([hovered].flat().map(({ name }) => name).filter(Boolean));
    const box = element('div', 'locklab-told');
    for (const name of names) box.append(element('div', 'locklab-told-line', name));
    return names.size > 0 ? box : '';
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

  return { WORDS, titleOf, entriesOf, nameOf, widthOf, frame, style };
});
