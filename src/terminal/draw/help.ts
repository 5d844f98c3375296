/** All keys, from their declaration. */
import { GROUPS, keyNames } from '../keys/key.ts';
import { KEYS } from '../keys/keys.ts';
import type { Region } from '../screen/region.ts';
import { ACCENT, TEXT, TITLE, type Ui } from '../state/ui.ts';

const COLUMN = 44;
const KEY = 12;

type HelpLine = readonly [key: string, text: string] | null | string;

/** Heading, keys, a blank line between groups. */
function helpLines(): HelpLine[] {
  const lines: HelpLine[] = [];
  for (const group of GROUPS.filter((name) => KEYS.some((one) => one.group === name))) {
    if (lines.length > 0) lines.push(null);
    lines.push(group);
    for (const one of KEYS) if (one.group === group) lines.push([keyNames(one), one.text]);
  }
  return lines;
}

export function drawHelp(ui: Ui, region: Region): void {
  const lines = helpLines();
  const columns = Math.max(1, Math.floor(region.width / COLUMN));
  const visible = columns * region.height;
  const { view } = ui;
  view.overlayTop = Math.max(0, Math.min(view.overlayTop, lines.length - visible));
  const width = Math.floor(region.width / columns);
  lines.slice(view.overlayTop, view.overlayTop + visible).forEach((line, index) => {
    const x = Math.floor(index / region.height) * width;
    const cell = region.part({ x, y: index % region.height, width: width - 1, height: 1 });
    if (typeof line === 'string') cell.text(0, 0, line, TITLE);
    else if (line !== null) {
      cell.text(0, 0, line[0], ACCENT, KEY - 1);
      cell.text(KEY, 0, line[1], TEXT);
    }
  });
}
