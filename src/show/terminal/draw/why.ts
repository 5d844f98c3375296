/** The explanation in front of the screen. */
import { showMoment } from '../../display/durations.ts';
import { printable } from '../../display/printable.ts';
import type { Region } from '../screen/region.ts';
import { styleOf, type Style } from '../screen/style.ts';
import { wrapped } from '../screen/wrapped.ts';
import { BOLD, DIM, TEXT, TITLE, type Ui } from '../state/ui.ts';
import { drawMore } from './help.ts';
import { t } from '../../display/language.ts';

type Line = readonly [text: string, style: Style];

export function drawWhy(ui: Ui, region: Region): void {
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
