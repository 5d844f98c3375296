/** Counts of services, from the programs that manage them. */

const tally = (counts: Map<string, number>, word: string): void =>
  void counts.set(word, (counts.get(word) ?? 0) + 1);

const report = (counts: ReadonlyMap<string, number>): string =>
  `Services\n${[...counts].map(([word, count]) => `${word}: ${count}\n`).join('')}`;

/** systemctl(1), list-units: LOAD and ACTIVE of each unit, up to the legend. */
export function countUnits(output: string): string {
  const counts = new Map<string, number>();
  for (const line of output.split('\n')) {
    // A blank line precedes the legend; failed units may have a leading mark.
    const [unit = '', load, active, ...rest] = line
      // Escaped, so that V8 keeps the built program as one byte a character.
      .replace(/^[\u25CF\u00D7*\u25CB\u21BB\s]+/u, '')
      .trim()
      .split(/\s+/);
    if (unit === '') break;
    if (unit === 'UNIT' || load === undefined || active === undefined || rest.length === 0) continue;
    tally(counts, load);
    tally(counts, active);
  }
  return report(counts);
}

const SIGNS: Readonly<Record<string, string>> = { '+': 'running', '-': 'stopped', '?': 'upstart' };

/** service(8), --status-all: ` [ + ]  cron`. */
export function countServices(output: string): string {
  const counts = new Map(Object.values(SIGNS).map((word) => [word, 0]));
  for (const line of output.split('\n')) {
    const words = line.trim().split(/\s+/);
    const sign = words.length < 4 ? undefined : SIGNS[words[1] ?? ''];
    if (sign !== undefined) tally(counts, sign);
  }
  return report(counts);
}
