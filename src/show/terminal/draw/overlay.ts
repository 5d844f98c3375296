/** Screens in front of the others: help, the list of alerts, explanations. */
import { ACTIONS } from '../../display/actions.ts';
import type { Region } from '../screen/region.ts';
import { levelStyle, TEXT, TITLE, type Ui, BOLD, DIM } from '../state/ui.ts';
import { alertTexts } from './alerts.ts';
import { drawHelp, drawMore } from './help.ts';
import { t } from '../../display/language.ts';
import { showMoment } from '../../display/durations.ts';
import { printable } from '../../display/printable.ts';
import { styleOf, type Style } from '../screen/style.ts';
import { wrapped } from '../screen/wrapped.ts';

export function drawOverlay(ui: Ui, region: Region): void {
  if (ui.view.overlay === 'none') return;
  ui.targets = [];
  region.clear();
  if (ui.view.overlay === 'help') drawHelp(ui, region, ACTIONS);
  else if (ui.view.overlay === 'why') drawWhy(ui, region);
  else drawAlertList(ui, region);
}

function drawAlertList(ui: Ui, region: Region): void {
  region.text(0, 0, t('Alerts'), TITLE);
  const lines = alertTexts(ui);
  const { view } = ui;
  view.overlayTop = Math.max(0, Math.min(view.overlayTop, lines.length - region.height + 2));
  const end = view.overlayTop + region.height - 2;
  lines
    .slice(view.overlayTop, end)
    .forEach(({ level, text }, index) => region.text(0, index + 2, text, levelStyle(level, TEXT)));
  if (end < lines.length) drawMore(region, ui.glyphs);
}

type Line = readonly [text: string, style: Style];

function drawWhy(ui: Ui, region: Region): void {
  const { view, why } = ui;
  if (why === null) return;
  const clock = (time: number): string => showMoment(time).slice(11, 16);
  const times = `${showMoment(why.from).slice(0, 16)} – ${clock(why.to)}`;
  region.text(0, 0, t('Why was it slow?  {times}', { times }), TITLE);
  const lines = linesOf(ui, region.width);
  view.overlayTop = Math.max(0, Math.min(view.overlayTop, lines.length - region.height + 2));
  const end = view.overlayTop + region.height - 2;
  lines.slice(view.overlayTop, end).forEach(([text, style], index) => region.text(0, index + 2, text, style));
  if (end < lines.length) drawMore(region, ui.glyphs);
}

function linesOf({ why }: Ui, width: number): Line[] {
  const written = (text: string, style: Style, indent = ''): Line[] =>
    wrapped(printable(text), width - indent.length).map((line) => [indent + line, style]);
  if (why?.problem)
    return written(t('No explanation: {problem}.', { problem: why.problem }), styleOf('critical'));
  if (!why?.parts) return written(t('The history is being read.'), DIM);
  return why.parts.flatMap(({ title, lines }) =>
    title === null
      ? lines.flatMap((line) => written(line, BOLD))
      : ([['', TEXT], [title, TITLE], ...lines.flatMap((line) => written(line, TEXT, '  '))] as Line[]),
  );
}
