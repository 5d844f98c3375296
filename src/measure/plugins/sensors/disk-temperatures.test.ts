import { plain } from '../../../core/said.ts';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { connectTcp } from '../../host/connect-tcp.ts';
import { createDiskTemperatures } from './disk-temperatures.ts';

const MINUTE = 60_000;

/** A separate daemon, asked over the network. */
async function daemon(isExpected = false) {
  let answer: (socket: Socket) => void = (socket) => socket.end('|/dev/sda|X|36|C|');
  let asked = 0;
  const server = createServer((socket) => {
    asked += 1;
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const clock = createFakeClock();
  const notices: (string | null)[] = [];
  const host = createRecordedHost(temporaryTree(), { clock, connectTcp });
  const ask = createDiskTemperatures(host, { address: '127.0.0.1', port, isExpected }, (text) =>
    notices.push(text && plain(text)),
  );
  return {
    ask,
    clock,
    notices,
    asked: () => asked,
    answers: (next: typeof answer) => (answer = next),
  };
}

it('asks each time while the daemon answers', async () => {
  const { ask, notices, asked } = await daemon();
  expect(await ask()).toEqual([{ disk: 'sda', value: 36, unit: 'C' }]);
  await ask();
  expect([asked(), notices]).toEqual([2, [null, null]]);
});

it('leaves a daemon that fails alone, longer each time, and says so', async () => {
  const { ask, clock, notices, asked, answers } = await daemon();
  await ask();
  answers((socket) => socket.resetAndDestroy());
  expect(await ask()).toEqual([]);
  expect(notices.at(-1)).toMatch(/hddtemp: the connection to 127\.0\.0\.1:\d+ failed.*again in 1 min/);
  await ask();
  expect(asked()).toBe(2);
  await clock.advance(MINUTE);
  await ask();
  expect(notices.at(-1)).toContain('again in 2 min');
  await clock.advance(MINUTE);
  await ask();
  expect(asked()).toBe(3);
  for (let round = 0; round < 6; round += 1) {
    await clock.advance(15 * MINUTE);
    await ask();
  }
  expect(notices.at(-1)).toContain('again in 15 min');
  answers((socket) => socket.end('|/dev/sda|X|40|C|'));
  await clock.advance(15 * MINUTE);
  expect(await ask()).toEqual([{ disk: 'sda', value: 40, unit: 'C' }]);
  expect(notices.at(-1)).toBeNull();
});

it('waits a second for one that hangs', async () => {
  const { ask, notices, answers } = await daemon(true);
  answers(() => {});
  expect(await ask()).toEqual([]);
  expect(notices.at(-1)).toContain('did not answer within 1000 ms');
});

it('keeps still about a daemon that nobody expects', async () => {
  const { ask, notices, answers } = await daemon();
  answers((socket) => socket.destroy());
  await ask();
  answers((socket) => socket.resetAndDestroy());
  const quiet = await daemon();
  quiet.answers((socket) => socket.resetAndDestroy());
  expect(await quiet.ask()).toEqual([]);
  expect([notices, quiet.notices]).toEqual([[null], []]);
});

it('takes rubbish for no disks', async () => {
  const { ask, answers } = await daemon();
  answers((socket) => socket.end(Buffer.from([0xff, 0x7c, 0x00, 0x7c, 0x7c, 0x7c, 0x7c, 0x7c])));
  expect(await ask()).toEqual([]);
});
