// The charts of an output in their places, each with what is above and below it.
//
//   fillAll(root, view, changed, link)   fills the places of root with the charts of
//                                        view(), and returns { update, dispose };
//                                        changed hears of each new state of the main
//                                        one, and for link see locklab.js
//   reword(root, layout, brief)          the words of another layout in those of root
//   within(root)                         where in root they are
'use strict';

locklab.room('place', ['notes', 'page', 'frame', 'library', 'chart'], ({
  notes: { explain }, page: { element, keepKeys, reserve, download, theme, watchPage, hasWidth },
  frame: { titleOf, entriesOf, nameOf }, library: { echarts, breath }, chart: { Chart },
}) => {
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
      reserve(title, titleOf(option), [titleOf(option), titleOf(whole)]);
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
      diamond: () => filled('M9 0.5L13.5 5L9 9.5L4.5 5Z'),
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
    const walked = view().steps.length > 0;
    const walking = (on) => { if (walked) root.classList.toggle('locklab-walking', on); };
    walking(true);

    const enter = (state) => {
      place.dataset.locklab = state;
      changed(state);
    };
    const dispose = () => {
      end.abort();
      walk?.dispose();
      walking(false);
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
    const steps = async () => {
      if (view().steps.length === 0) return undefined;
      try {
        return await locklab.need('walk');
      } catch (error) {
        walking(false);
        explain(place, error, 'No steps');
        return undefined;
      }
    };

    const start = async () => {
      await hasWidth(place, end.signal);
      const library = await echarts();
      const walks = await steps();
      await breath();
      if (end.signal.aborted) return;

      host.setAttribute('role', 'img');
      const [width, height] = [picture?.getAttribute('width'), picture?.getAttribute('height')].map(Number);
      const HEADING = 50; // pixels, which the picture has inside
      host.style.aspectRatio = width > 0 && height > HEADING ? `${width} / ${height - HEADING}` : '16 / 9';
      place.append(host);
      if (picture) picture.hidden = true;

      chart = new Chart(library, host, view, walks?.first() ?? Infinity);
      label();
      head = heading(chart, attempt);
      host.before(head.box);
      bar = tools(chart, name, attempt, link);
      place.append(bar);
      walk = walks?.walk({ place, host, bar, chart, draw, attempt });
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

  // What is said and drawn is in a fold where there is something to guess before.
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

  return { fillAll, within, reword };
});
