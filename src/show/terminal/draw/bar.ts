/** A bar of one line. */
import type { Ui } from '../state/ui.ts';
import type { Region } from '../screen/region.ts';
import { type Style, styleOf } from '../screen/style.ts';

const TRACK = styleOf('track');

/** @param share 0 to 1 */
export function drawBar(ui: Ui, region: Region, share: number, style: Style): void {
  const [full, empty] = ui.glyphs.bar;
  const filled = Math.round(Math.min(1, Math.max(0, Number.isNaN(share) ? 0 : share)) * region.width);
  for (let x = 0; x < region.width; x += 1)
    region.put(x, 0, (x < filled ? full : empty).charCodeAt(0), x < filled ? style : TRACK);
}
