/** With recordings of a real bus and systemd (`test/fixtures/system-bus`); test/live/units.full.test.ts uses real ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { serveRawSocket } from '../../../test/support/socket-server.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { BusSignal } from '../../core/host.ts';
import { dbusLength } from '../linux/dbus-message.ts';
import { createMessageBus } from './message-bus.ts';

const recorded = readFileSync(join(import.meta.dirname, '../../../test/fixtures/system-bus'));
const greetingEnd = recorded.indexOf('\r\n', recorded.indexOf('OK ')) + 2;
const SYSTEMD = 'org.freedesktop.systemd1';
const get = (property: string) => ({
  destination: SYSTEMD,
  path: '/org/freedesktop/systemd1/unit/s0_2eservice',
  interface: 'org.freedesktop.DBus.Properties',
  member: 'Get',
  values: [`${SYSTEMD}.Service`, property],
});

/** Replies of the bus by the number of calls before them. */
type Script = [afterCalls: number, bytes: Uint8Array][];
const HANG_UP = new Uint8Array();
const RECORDED: Script = [
  [0, recorded.subarray(0, greetingEnd)],
  [7, recorded.subarray(greetingEnd)],
];

/** A bus that follows the script; returns the path of its socket. */
async function serve(script: Script): Promise<string> {
  const path = join(temporaryTree(), 'bus');
  const left = [...script];
  await serveRawSocket(path, (socket) => {
    let received = Buffer.alloc(0);
    let calls = -1;
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const greeted = received.indexOf('BEGIN\r\n');
      if (calls === -1 && greeted !== -1) {
        received = received.subarray(greeted + 7);
        calls = 0;
      }
      if (calls === -1) return;
      for (;;) {
        const length = dbusLength(received);
        if (length === null || received.length < length) break;
        received = received.subarray(length);
        calls += 1;
      }
      while (left[0] !== undefined && left[0][0] <= calls) socket.write(left.shift()?.[1] ?? '');
      if (left.length === 0 && script.at(-1)?.[1] === HANG_UP) socket.end();
    });
  });
  return path;
}

function open(path: string) {
  const clock = createFakeClock();
  const signals: BusSignal[] = [];
  const ends: Error[] = [];
  const connection = createMessageBus('the bus', () => path, clock).connect({
    onSignal: (signal) => void signals.push(signal),
    onEnd: (error) => void ends.push(error),
  });
  return { clock, signals, ends, connection };
}

describe('a connection', () => {
  it('brings replies, errors and signals to where they belong', async () => {
    const { signals, ends, connection } = open(await serve(RECORDED));
    // The first call of the recording is that of the connection itself; these are its other six.
    const replies = await Promise.allSettled(Array.from({ length: 6 }, () => connection.call(get('any'))));
    expect(replies.map((reply) => reply.status)).toEqual([...Array(5).fill('fulfilled'), 'rejected']);
    const [, , list, time, memory, refused] = replies as unknown as { value: unknown[]; reason: Error }[];
    expect(list?.value).toEqual([
      expect.arrayContaining([
        expect.arrayContaining(['s0.service', 'loaded', 'active', 'running', get('').path]),
      ]),
    ]);
    expect([time?.value, memory?.value]).toEqual([[1795647566328009], [2 ** 64]]);
    expect(refused?.reason.message).toBe(
      'the bus refused a call: Unknown method NoSuchMember or interface org.freedesktop.systemd1.Manager.',
    );
    await vi.waitFor(() => expect(signals).toHaveLength(12));
    expect(signals.at(-1)).toMatchObject({ path: '/org/freedesktop/systemd1/unit/exits_2eservice' });
    expect(signals.at(-1)?.values()[0]).toBe('org.freedesktop.systemd1.Unit');
    expect(ends).toEqual([]);
    connection.close();
  });

  it('takes messages in pieces', async () => {
    // Calls do not wait for the greeting, whose rest may arrive later.
    const pieces = Array.from({ length: recorded.length - 10 }, (_, at) =>
      recorded.subarray(at + 10, at + 11),
    );
    const { signals, connection } = open(
      await serve([[0, recorded.subarray(0, 10)], ...pieces.map((piece): Script[number] => [7, piece])]),
    );
    const replies = await Promise.allSettled(Array.from({ length: 6 }, () => connection.call(get('any'))));
    expect(replies).toHaveLength(6);
    await vi.waitFor(() => expect(signals).toHaveLength(12));
    connection.close();
  });

  it('ends when a call is not answered', async () => {
    const { clock, ends, connection } = open(await serve([[0, recorded.subarray(0, greetingEnd)]]));
    const call = connection.call(get('MainPID'));
    await Promise.all([
      expect(call).rejects.toThrow('the bus did not answer within 25 s'),
      clock.advance(25_000),
    ]);
    expect(ends).toHaveLength(1);
    await expect(connection.call(get('MainPID'))).rejects.toThrow('has ended');
  });

  it.each([
    ['REJECTED EXTERNAL\r\n', 'it does not accept this user: REJECTED EXTERNAL'],
    ['DATA\r\nOK 1\r\nHTTP/1.1 400 Bad Request', 'expected a message of D-Bus'],
    ['x'.repeat(5000), 'its greeting does not end'],
    [`OK 1\r\nl\u0004\u0001\u0001${'\u007f'.repeat(12)}`, 'bytes'],
  ])('ends when the bus sends %j', async (text, reason) => {
    const { ends, connection } = open(await serve([[0, Buffer.from(text, 'latin1')]]));
    await expect(connection.call(get('MainPID'))).rejects.toThrow(reason);
    expect(ends.map(({ message }) => message)).toEqual([expect.stringContaining(reason)]);
  });

  it('ends when the bus does', async () => {
    const { ends, connection } = open(await serve([[1, HANG_UP]]));
    const call = connection.call(get('MainPID'));
    await expect(call).rejects.toThrow('the bus ended the connection');
    expect(ends).toHaveLength(1);
  });

  it('is refused where nobody listens', async () => {
    const { ends, connection } = open('/nonexistent/bus');
    await expect(connection.call(get('MainPID'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(ends.map(({ message }) => message)).toEqual(['the bus: there is no such socket']);
  });
});
