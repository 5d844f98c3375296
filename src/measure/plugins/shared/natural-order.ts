/** Natural order: digits by number, other text by characters. */
export function naturalOrder(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const order = orderOf(left[index] ?? '', right[index] ?? '', index % 2 === 1);
    if (order !== 0) return order;
  }
  return left.length - right.length || compare(a, b);
}

/** Texts at even places, runs of digits at odd ones. */
const partsOf = (name: string): string[] => name.split(/(\d+)/);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const orderOf = (a: string, b: string, areNumbers: boolean): number =>
  areNumbers ? Number(a) - Number(b) : compare(a, b);
