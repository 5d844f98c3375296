/** Paths of a chart of several servers. Pure. */

export interface ChartBox {
  readonly width: number;
  readonly height: number;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
export function topOf(values: Iterable<number | null>, isShare: boolean): number {
  let most = 0;
  for (const value of values) if (value !== null && value > most) most = value;
  if (isShare && most <= 100) return 100;
  if (!(most > 0) || !Number.isFinite(most)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 5, 10].find((one) => one * power >= most) ?? 10);
}

/** Unknown values are gaps; a single value between gaps is a dot (zero length, round caps). */
export function pathOf(values: readonly (number | null)[], top: number, { width, height }: ChartBox): string {
  const last = Math.max(1, values.length - 1);
  let isOn = false;
  return values
    .map((value, at) => {
      if (value === null || !Number.isFinite(value)) {
        isOn = false;
        return '';
      }
      const share = Math.min(1, Math.max(0, value / top));
      const point = `${((at / last) * width).toFixed(1)} ${((1 - share) * height).toFixed(1)}`;
      const step = isOn ? `L${point}` : `M${point}h0`;
      isOn = true;
      return step;
    })
    .join('');
}

/** Returns the last index at which any row has a value; the current step may have none yet. */
export const lastKnown = (rows: readonly (readonly (number | null)[])[]): number =>
  Math.max(-1, ...rows.map((values) => values.findLastIndex((value) => value !== null)));

/** Index of the value nearest to a share of the width. */
export const placeAt = (share: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
