/** Recent values as a line of dots: two columns of braille a cell, or shades of ASCII. */
import type { GlyphSet } from '../screen/glyph-set.ts';
import type { Region } from '../screen/region.ts';
import type { Style } from '../screen/style.ts';

const BRAILLE = 0x28_00;
/** Bits of the dots of a cell, from the bottom up. */
const LEFT = [0x40, 0x04, 0x02, 0x01] as const;
const RIGHT = [0x80, 0x20, 0x10, 0x08] as const;

interface SparklineLook {
  readonly max: number;
  readonly glyphs: GlyphSet;
  readonly style: Style;
  /** Larger values, which are seen above the others in a look of their own. */
  readonly behind?: { readonly values: readonly number[]; readonly style: Style } | undefined;
}

/**
 * Draws values across the region, newest at the right; columns without a value are empty.
 * @param max top; 0 or less: the maximum
 */
export function drawSparkline(
  region: Region,
  values: readonly number[],
  { max, glyphs, style, behind }: SparklineLook,
): void {
  const top = max > 0 ? max : largest(values);
  if (region.width === 0 || region.height === 0) return;
  if (glyphs.isUnicode) drawBraille(region, values, top, { style, behind });
  else drawShades(region, values, top, { glyphs, style });
}

const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => (value > most ? value : most), 0);

/** Dots of a value: at least one where there is something to measure. */
const dotsOf = (value: number | undefined, top: number, dots: number): number => {
  if (value === undefined || Number.isNaN(value)) return 0;
  const share = top > 0 ? Math.min(1, Math.max(0, value / top)) : 0;
  return Math.max(1, Math.round(share * dots));
};

function drawBraille(
  region: Region,
  values: readonly number[],
  top: number,
  { style, behind }: Pick<SparklineLook, 'style' | 'behind'>,
): void {
  const { width, height } = region;
  const dots = height * 4;
  const first = values.length - width * 2;
  // Numbers rather than pairs of them: all sparklines are drawn at every update.
  for (let x = 0; x < width; x += 1) {
    const at = first + x * 2;
    const left = dotsOf(values[at], top, dots);
    const right = dotsOf(values[at + 1], top, dots);
    const largerLeft = behind === undefined ? left : dotsOf(behind.values[at], top, dots);
    const largerRight = behind === undefined ? right : dotsOf(behind.values[at + 1], top, dots);
    for (let y = 0; y < height; y += 1) {
      const below = (height - 1 - y) * 4;
      const bits = bitsOf(largerLeft, largerRight, below);
      const isOwn = left > below || right > below;
      if (bits !== 0) region.put(x, y, BRAILLE + bits, isOwn ? style : (behind?.style ?? style));
    }
  }
}

/** Returns the dots of a cell. @param below dots in the cells under it */
function bitsOf(left: number, right: number, below: number): number {
  let bits = 0;
  for (let dot = 0; dot < 4; dot += 1) {
    if (left > below + dot) bits |= LEFT[dot] as number;
    if (right > below + dot) bits |= RIGHT[dot] as number;
  }
  return bits;
}

function drawShades(
  region: Region,
  values: readonly number[],
  top: number,
  { glyphs, style }: { glyphs: GlyphSet; style: Style },
): void {
  const { width, height } = region;
  const first = values.length - width;
  for (let x = 0; x < width; x += 1)
    region.put(x, height - 1, shadeOf(values[first + x], top, glyphs), style);
}

/** Returns the index of the character for a share of `top`. */
export function shadeOf(value: number | undefined, top: number, { levels }: GlyphSet): number {
  if (value === undefined || Number.isNaN(value)) return 0x20;
  const share = top > 0 ? Math.min(1, Math.max(0, value / top)) : 0;
  return levels.charCodeAt(Math.max(1, Math.round(share * (levels.length - 1))));
}
