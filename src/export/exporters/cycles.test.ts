import { expect, it } from 'vitest';
import { recordedCycles } from '../../../test/support/export-once.ts';
import { exporterNamed, openingOf } from '../../../test/support/exporter-opening.ts';

const TIME = Date.UTC(2026, 0, 1, 12);

it('has plugins without values, as far as they are asked for', async () => {
  const nats = exporterNamed('nats');
  const cycle = (await recordedCycles())(nats, TIME);
  const empty = cycle.empty?.() ?? [];
  expect(empty).toEqual(expect.arrayContaining(['gpu', 'processlist']));
  const filled = new Set(cycle.points().map(({ plugin }) => plugin));
  expect(empty.filter((plugin) => filled.has(plugin))).toEqual([]);
  const some = (await recordedCycles('small-vm', { plugins: [/^g/] }))(nats, TIME);
  expect(some.empty?.()).toEqual(['gpu']);
});

it.each(['nats', 'kafka', 'zeromq', 'restful', 'json'])('%s sends them as empty objects', async (name) => {
  const exporter = exporterNamed(name);
  const cycle = (await recordedCycles())(exporter, TIME);
  const texts = exporter
    .encoder(openingOf(exporter))(cycle)
    .map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
    .join('');
  expect(texts).toMatch(/gpu\W{1,4}\{(?:\}|\W+time)/);
});
