/** One measured figure with its goal and the peer of the same run. */
export interface Figure {
  name: string;
  value: string;
  /** The peer it is compared with, measured in the same run. */
  peer: string;
  /** The figure of DESIGN section 5. */
  reach: string;
  isReached: boolean;
}

export type Measure = () => Promise<Figure[]>;

/** Three significant digits. */
export const digits = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

export function printTable(figures: readonly Figure[]): void {
  const rows = figures.map(({ name, value, peer, reach, isReached }) => [
    name,
    value,
    peer,
    reach,
    isReached ? 'yes' : 'NO',
  ]);
  const heading = ['Figure', 'Gander', 'Peer, same run', 'Reach', 'Reached'];
  console.log(`| ${heading.join(' | ')} |`);
  console.log(`|${heading.map(() => '---').join('|')}|`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}
