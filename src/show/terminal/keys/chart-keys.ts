/** Keys of charts. While one is open, they come before all others. */
import { findSeries, moveChart, nextSeries, openChart, zoomChart } from '../state/charts.ts';
import type { Ui } from '../state/ui.ts';
import type { ChartView } from '../state/view.ts';
import { bind, type Key, type TerminalAction } from './key.ts';
import { CHART_DEEDS } from '../../display/deeds.ts';
import { TERMINAL_DEEDS } from '../../display/terminal-deeds.ts';
import { t } from '../../display/language.ts';

const chartKey = (action: TerminalAction, run: (ui: Ui, chart: ChartView) => void): Key =>
  bind(action, ({ ui }) => {
    if (ui.view.chart !== null) run(ui, ui.view.chart);
  });

const page = (ui: Ui): number => Math.max(1, Math.floor(ui.chartColumns / 4));

/** Only while a chart is open. */
export const openChartKeys: readonly Key[] = [
  chartKey(CHART_DEEDS.earlier, (ui) => moveChart(ui, 1)),
  chartKey(CHART_DEEDS.later, (ui) => moveChart(ui, -1)),
  chartKey(CHART_DEEDS.muchEarlier, (ui) => moveChart(ui, page(ui))),
  chartKey(CHART_DEEDS.muchLater, (ui) => moveChart(ui, -page(ui))),
  chartKey(CHART_DEEDS.now, (_, chart) => Object.assign(chart, { end: null, cursor: 0 })),
  chartKey(CHART_DEEDS.moreTime, (_, chart) => zoomChart(chart, 1)),
  chartKey(CHART_DEEDS.lessTime, (_, chart) => zoomChart(chart, -1)),
  chartKey(TERMINAL_DEEDS.nextValue, (ui) => nextSeries(ui, 1)),
  chartKey(TERMINAL_DEEDS.valueBefore, (ui) => nextSeries(ui, -1)),
  chartKey(TERMINAL_DEEDS.findValue, askSeries),
];

export const chartKeys: readonly Key[] = [
  bind(TERMINAL_DEEDS.chart, ({ ui }) =>
    ui.view.chart === null ? openChart(ui, 'cpu', 'total') : (ui.view.chart = null),
  ),
  bind(TERMINAL_DEEDS.resetFigures, ({ ui }) => resetFigures(ui)),
  bind(TERMINAL_DEEDS.clearCharts, ({ ui }) => {
    ui.source.forget();
    ui.asked = null;
    ui.view.message = t('Sparklines and charts were cleared.');
  }),
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
