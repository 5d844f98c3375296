/** Lines of a chart of several servers, as paths. Pure. */

export interface ChartBox {
  readonly width: number;
  readonly height: number;
}

/** A round number that nothing is above: 1, 2 or 5 times a power of ten. */
export function topOf(values: Iterable<number | null>, isShare: boolean): number {
  let most = 0;
  for (const value of values) if (value !== null && value > most) most = value;
  if (isShare && most <= 100) return 100;
  if (!(most > 0) || !Number.isFinite(most)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 5, 10].find((one) => one * power >= most) ?? 10);
}

/** A gap is where a value is not known; one between two of them is a dot (no length, but round ends). */
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

/** The last place where any of the rows has a value; that of a time that goes on may have none yet. */
export const lastKnown = (rows: readonly (readonly (number | null)[])[]): number =>
  Math.max(-1, ...rows.map((values) => values.findLastIndex((value) => value !== null)));

/** The place in a row of values that is nearest to a share of the width. */
export const placeAt = (share: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
