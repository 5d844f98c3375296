/** Keys of charts. While one is open, they come before all others. */
import { findSeries, moveChart, nextSeries, openChart, zoomChart } from '../state/charts.ts';
import type { Ui } from '../state/ui.ts';
import type { ChartView } from '../state/view.ts';
import type { Key } from './key.ts';
import { type Phrase, t } from '../../display/language.ts';

const chartKey = (
  keys: readonly string[],
  text: Phrase,
  run: (ui: Ui, chart: ChartView) => void,
  hint?: Phrase,
): Key => ({
  keys,
  group: 'Charts',
  text,
  ...(hint !== undefined && { hint }),
  run({ ui }) {
    if (ui.view.chart !== null) run(ui, ui.view.chart);
  },
});

const page = (ui: Ui): number => Math.max(1, Math.floor(ui.chartColumns / 4));

/** Only while a chart is open. */
export const openChartKeys: readonly Key[] = [
  chartKey(['left'], 'earlier', (ui) => moveChart(ui, 1), 'earlier'),
  chartKey(['right'], 'later', (ui) => moveChart(ui, -1), 'later'),
  chartKey(['page-up', 'shift-left'], 'a quarter of the chart earlier', (ui) => moveChart(ui, page(ui))),
  chartKey(['page-down', 'shift-right'], 'a quarter of the chart later', (ui) => moveChart(ui, -page(ui))),
  chartKey(['end'], 'now', (_, chart) => Object.assign(chart, { end: null, cursor: 0 })),
  chartKey(['up', '-'], 'more time', (_, chart) => zoomChart(chart, 1), 'more time'),
  chartKey(['down', '+'], 'less time', (_, chart) => zoomChart(chart, -1), 'less time'),
  chartKey(['tab'], 'next value', (ui) => nextSeries(ui, 1), 'next value'),
  chartKey(['shift-tab'], 'value before', (ui) => nextSeries(ui, -1)),
  chartKey(['/', 'enter'], 'find a value by words in its name', askSeries, 'find'),
];

export const chartKeys: readonly Key[] = [
  {
    keys: ['g'],
    group: 'Charts',
    text: 'chart of CPU; with the mouse of any vital sign or row on the left',
    hint: 'chart',
    run: ({ ui }) => (ui.view.chart === null ? openChart(ui, 'cpu', 'total') : (ui.view.chart = null)),
  },
  {
    keys: ['M'],
    group: 'Charts',
    text: 'reset smallest and largest values of charts and of process details',
    run: ({ ui }) => resetFigures(ui),
  },
  {
    keys: ['r'],
    group: 'Charts',
    text: 'clear sparklines and charts',
    run({ ui }) {
      ui.source.forget();
      ui.asked = null;
      ui.view.message = t('Sparklines and charts were cleared.');
    },
  },
];

function resetFigures({ view, source }: Ui): void {
  view.figuresFrom = source.now();
  if (view.extended !== null) {
    // The same selection goes on: another begins anew.
    source.control?.select(null);
    source.control?.select(view.extended);
  }
  view.message = t('Smallest and largest values were reset.');
}

function askSeries(ui: Ui): void {
  ui.view.prompt = {
    label: t('Value:'),
    text: '',
    onDone(text) {
      const found = findSeries(ui, text);
      if (found === null) ui.view.message = t('No recorded value has {text} in its name.', { text });
      else if (ui.view.chart !== null) Object.assign(ui.view.chart, found);
    },
  };
}
