import { expect, it } from 'vitest';
import { exporterNamed, openingOf } from '../../../test/support/exporter-opening.ts';

/** Lines for file systems at these places. */
function linesOf(name: string, places: readonly string[]): string[] {
  const exporter = exporterNamed(name);
  const points = places.map((item) => ({
    plugin: 'fs',
    key: 'mnt_point',
    item,
    fields: [['percent', 1.5] as const],
  }));
  const cycle = { time: 1e12, host: 'testhost', interval: 1, points: () => points, families: () => [] };
  return exporter
    .encoder(openingOf(exporter))(cycle)
    .flatMap(({ bytes }) => Buffer.from(bytes).toString('utf8').split('\n'));
}

it.each(['graphite', 'statsd', 'mqtt'])('%s names an item the same whatever else there is', (name) => {
  const items = ['/', '/a/b', '/a_b', 'eth0', 'proj_web_1', 'Core 0'];
  const all = linesOf(name, items);
  for (const item of items) for (const line of linesOf(name, [item])) expect(all).toContain(line);
});
