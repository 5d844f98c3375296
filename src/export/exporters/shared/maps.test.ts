import { expect, it } from 'vitest';
import { exporterNamed, openingOf } from '../../../../test/support/exporter-opening.ts';
import type { Point } from '../../metrics/points.ts';
import { messagesIn } from './messages.ts';

const TIME = Date.UTC(2026, 0, 1, 12);
const ORIGIN = { time: '2026-01-01T12:00:00.000Z', hostname: 'testhost' };

const bytesOf = (name: string): Uint8Array => {
  const exporter = exporterNamed(name);
  const point: Point = { plugin: 'load', key: null, item: null, fields: [['min1', 1]] };
  const more = { interval: 1, points: () => [point], empty: () => ['gpu'], families: () => [] };
  const [payload] = exporter.encoder(openingOf(exporter))({ time: TIME, host: 'testhost', ...more });
  return payload!.bytes;
};

it.each(['nats', 'zeromq', 'kafka'])(
  '%s says in each message when its values were read, and on which host',
  (name) => {
    const texts = messagesIn(bytesOf(name)).map(([, text]) => JSON.parse(text) as unknown);
    expect(texts).toEqual([{ min1: 1, ...ORIGIN }, ORIGIN]);
  },
);

it('restful says it beside the plugins', () => {
  expect(JSON.parse(Buffer.from(bytesOf('restful')).toString())).toEqual({
    ...ORIGIN,
    load: { min1: 1 },
    gpu: {},
  });
});
