/** All keys, from their declaration. */
import { type Action, ACTION_GROUPS, keysOf } from '../../display/action.ts';
import { reasonsFor } from '../../display/actions.ts';
import { keyNames } from '../../display/key-name.ts';
import type { Region } from '../screen/region.ts';
import type { Surface } from '../state/surface.ts';
import { ACCENT, FAINT, TEXT, TITLE } from '../state/ui.ts';
import { t } from '../../display/language.ts';

const COLUMN = 44;
const KEY = 12;

type HelpLine = readonly [key: string, text: string] | null | string;

/** Heading, keys, a blank line between groups; at the end what only the page can do, and why. */
function helpLines(actions: readonly Action[], isUnicode: boolean): HelpLine[] {
  const lines: HelpLine[] = [];
  for (const group of ACTION_GROUPS) {
    const some = actions.filter((one) => one.group === group && keysOf(one, 'terminal').length > 0);
    if (some.length > 0) lines.push(t(group));
    for (const one of some) lines.push([keyNames(keysOf(one, 'terminal'), isUnicode), t(one.text)]);
    if (some.length > 0) lines.push(null);
  }
  lines.push(t('On the page'));
  for (const { texts, reason } of reasonsFor(actions, 'terminal')) lines.push(['', `${texts}: ${reason}`]);
  return lines;
}

export function drawHelp(
  { view, glyphs }: Pick<Surface, 'view' | 'glyphs'>,
  region: Region,
  actions: readonly Action[],
): void {
  region.clear();
  const lines = helpLines(actions, glyphs.isUnicode);
  const columns = Math.max(1, Math.floor(region.width / COLUMN));
  const visible = columns * region.height;
  view.overlayTop = Math.max(0, Math.min(view.overlayTop, lines.length - visible));
  const width = Math.floor(region.width / columns);
  const isMore = view.overlayTop + visible < lines.length;
  lines.slice(view.overlayTop, view.overlayTop + visible).forEach((line, index) => {
    const x = Math.floor(index / region.height) * width;
    const cell = region.part({ x, y: index % region.height, width: width - 1, height: 1 });
    if (typeof line === 'string') cell.text(0, 0, line, TITLE);
    else if (line !== null) {
      cell.text(0, 0, line[0], ACCENT, KEY - 1);
      cell.text(KEY, 0, line[1], TEXT);
    }
  });
  if (isMore) drawMore(region, glyphs);
}

/** Marker in the last line of an overlay with more below. */
export const drawMore = (region: Region, { down }: Surface['glyphs']): void =>
  void region.right(region.width, region.height - 1, ` ${down} ${t('more')}`, FAINT);
