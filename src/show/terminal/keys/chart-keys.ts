/** Keys of charts. While one is open, they come before all others. */
import { findSeries, moveChart, nextSeries, openChart, zoomChart } from '../state/charts.ts';
import type { Ui } from '../state/ui.ts';
import type { ChartView } from '../state/view.ts';
import { bind, type Key, type TerminalAction } from './key.ts';
import { CHART_ACTIONS } from '../../display/page-actions.ts';
import { TERMINAL_ACTIONS } from '../../display/terminal-actions.ts';
import { t } from '../../display/language.ts';

const chartKey = (action: TerminalAction, run: (ui: Ui, chart: ChartView) => void): Key =>
  bind(action, ({ ui }) => {
    if (ui.view.chart !== null) run(ui, ui.view.chart);
  });

const page = (ui: Ui): number => Math.max(1, Math.floor(ui.chartColumns / 4));

/** Only while a chart is open. */
export const openChartKeys: readonly Key[] = [
  chartKey(CHART_ACTIONS.earlier, (ui) => moveChart(ui, 1)),
  chartKey(CHART_ACTIONS.later, (ui) => moveChart(ui, -1)),
  chartKey(CHART_ACTIONS.muchEarlier, (ui) => moveChart(ui, page(ui))),
  chartKey(CHART_ACTIONS.muchLater, (ui) => moveChart(ui, -page(ui))),
  chartKey(CHART_ACTIONS.now, (_, chart) => Object.assign(chart, { end: null, cursor: 0 })),
  chartKey(CHART_ACTIONS.moreTime, (_, chart) => zoomChart(chart, 1)),
  chartKey(CHART_ACTIONS.lessTime, (_, chart) => zoomChart(chart, -1)),
  chartKey(TERMINAL_ACTIONS.nextValue, (ui) => nextSeries(ui, 1)),
  chartKey(TERMINAL_ACTIONS.valueBefore, (ui) => nextSeries(ui, -1)),
  chartKey(TERMINAL_ACTIONS.findValue, askSeries),
];

export const chartKeys: readonly Key[] = [
  bind(TERMINAL_ACTIONS.chart, ({ ui }) =>
    ui.view.chart === null ? openChart(ui, 'cpu', 'total') : (ui.view.chart = null),
  ),
  bind(TERMINAL_ACTIONS.resetFigures, ({ ui }) => resetFigures(ui)),
  bind(TERMINAL_ACTIONS.clearCharts, ({ ui }) => {
    ui.source.forget();
    ui.asked = null;
    ui.view.message = t('Sparklines and charts were cleared.');
  }),
];

function resetFigures({ view, source }: Ui): void {
  view.figuresFrom = source.now();
  if (view.extended !== null) {
    // Selecting the same process continues its statistics, so it is deselected first.
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
