import { loading } from '../../../../test/support/fake-package.ts';
import { expect, it } from 'vitest';
import { exporterNamed, openingOf } from '../../../../test/support/exporter-opening.ts';
import type { Cycle } from '../exporter.ts';

const TIME = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;

/** Topics and texts when values of several minutes are sent at the last one. */
async function published(options: Record<string, unknown>, minutes: number) {
  const exporter = exporterNamed('mqtt');
  const texts: [string, string][] = [];
  const client = {
    publishAsync: async (topic: string, text: string) => void texts.push([topic, text]),
    subscribeAsync: async () => {},
    endAsync: async () => {},
    on: () => {},
  };
  const opening = {
    ...openingOf(exporter, options),
    load: loading({ connectAsync: async () => client }),
  };
  const encode = exporter.encoder(opening);
  const session = exporter.open(opening);
  const cycles = Array.from({ length: minutes }, (_, index): Cycle => ({
    time: TIME + index * MINUTE,
    host: 'testhost',
    interval: 10,
    points: () => [
      {
        plugin: 'load',
        key: null,
        item: null,
        fields: [
          ['min1', index],
          ['min5', 0],
        ],
      },
    ],
    families: () => [],
  }));
  const context = { signal: AbortSignal.timeout(10_000), now: TIME + (minutes - 1) * MINUTE + 1000 };
  const verdicts = [];
  for (const { bytes } of cycles.flatMap((cycle) => [...encode(cycle)]))
    verdicts.push(await session.send(bytes, context));
  await session.close?.();
  return { texts: texts.filter(([topic]) => !topic.endsWith('/availability')), verdicts };
}

it('publishes the newest values alone after an outage: a topic does not say when its value was read', async () => {
  const { texts, verdicts } = await published({}, 3);
  expect(texts).toEqual([
    ['glances/testhost/load/min1', '2'],
    ['glances/testhost/load/min5', '0'],
  ]);
  expect(verdicts.map(({ kind, outdated }) => [kind, outdated])).toEqual([
    ['sent', 2],
    ['sent', 2],
    ['sent', 0],
  ]);
});

it('tells Home Assistant of entities that came during an outage', async () => {
  const { texts, verdicts } = await published({ discovery: true }, 3);
  expect([...new Set(texts.map(([topic]) => topic))]).toEqual([
    expect.stringMatching(/^homeassistant\/device\/gander_\w+\/config$/) as string,
    'glances/testhost/load',
  ]);
  expect(JSON.parse(texts.at(-1)?.[1] ?? '')).toEqual({ min1: 2, min5: 0 });
  expect(verdicts.map(({ outdated }) => outdated)).toEqual([2, 2, 0]);
});
