import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exporterNamed, openingOf } from '../../../../test/support/exporter-opening.ts';
import type { Point } from '../../metrics/points.ts';
import { parseReplies } from './redis.ts';

const exporter = exporterNamed('redis');
const POINTS: Point[] = [
  {
    plugin: 'load',
    key: null,
    item: null,
    fields: [
      ['min1', 0.5],
      ['text', 'Łódź\r\n'],
      ['none', null],
      ['is', true],
    ],
  },
];

/** The bytes that a server receives, and the verdict on its reply. */
async function sentTo(answers: readonly string[], options: Record<string, unknown> = {}) {
  let got = '';
  let count = 0;
  const server = createServer((socket) =>
    socket.on('data', (bytes) => {
      got += bytes.toString('utf8');
      socket.write(answers[count] ?? '');
      count += 1;
    }),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const opening = openingOf(exporter, {
    ...options,
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
  });
  const cycle = {
    time: 1_700_000_000_000,
    host: 'testhost',
    interval: 15,
    points: () => POINTS,
    families: () => [],
  };
  const [payload] = exporter.encoder(opening)(cycle);
  const session = exporter.open(opening);
  const verdict = await session.send(payload?.bytes ?? new Uint8Array(), {
    signal: AbortSignal.timeout(5000),
    now: 0,
  });
  await session.close?.();
  return { got, verdict };
}

describe('redis', () => {
  it('gets an entry of the moment, whose texts are counted in bytes', async () => {
    const { got, verdict } = await sentTo(['+OK\r\n+OK\r\n', '$15\r\n1700000000000-0\r\n'], {
      password: 's',
      db: 3,
    });
    expect(verdict).toEqual({ kind: 'sent', answer: 'added' });
    expect(got).toBe(
      '*2\r\n$4\r\nAUTH\r\n$1\r\ns\r\n*2\r\n$6\r\nSELECT\r\n$1\r\n3\r\n' +
        '*12\r\n$4\r\nXADD\r\n$20\r\ngander:testhost:load\r\n$6\r\nMAXLEN\r\n$1\r\n~\r\n$5\r\n10000\r\n$15\r\n1700000000000-0\r\n' +
        '$4\r\nmin1\r\n$3\r\n0.5\r\n$4\r\ntext\r\n$9\r\nŁódź\r\n\r\n$2\r\nis\r\n$1\r\n1\r\n',
    );
  });

  it.each([
    ['-ERR The ID specified in XADD is equal or smaller than the target stream top item', 'sent'],
    ['-WRONGPASS invalid username-password pair', 'wait'],
    ['-WRONGTYPE Operation against a key holding the wrong kind of value', 'wait'],
    ['-OOM command not allowed', 'again'],
    ['-LOADING Redis is loading the dataset in memory', 'again'],
    ['-ERR unknown command', 'split'],
  ])('that says %j means %s', async (answer, kind) => {
    expect((await sentTo(['+OK\r\n', `${answer}\r\n`])).verdict.kind).toBe(kind);
  });
});

it('replies are read once all of them are there, wherever they are cut', () => {
  const whole = Buffer.from('+OK\r\n$3\r\na\r\n\r\n$-1\r\n:7\r\n-ERR x\r\n');
  const expected = [{ text: 'OK' }, { text: 'a\r\n' }, { text: '' }, { text: '7' }, { error: 'ERR x' }];
  for (let end = 0; end < whole.length; end += 1) expect(parseReplies(whole.subarray(0, end), 5)).toBeNull();
  expect(parseReplies(whole, 5)).toEqual(expected);
});
