import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import snmp from 'net-snmp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSnmpReader, type SnmpOptions } from './read-snmp.ts';

const options = (port: number, timeoutMs = 600): SnmpOptions => ({
  host: '127.0.0.1',
  port,
  version: '2c',
  community: 'public',
  user: 'gander',
  auth: 'password',
  timeoutMs,
});

async function listen(onMessage: (socket: Socket, bytes: Buffer, port: number) => void): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, { port }) => onMessage(socket, bytes, port));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return socket.address().port;
}

/** The answer of an agent that has nothing but the question itself: the same bytes as a response (RFC 3416 section 3). */
function echo(bytes: Buffer): Buffer {
  const reply = Buffer.from(bytes);
  const kind = reply.findIndex((byte) => byte === 0xa0 || byte === 0xa1 || byte === 0xa5);
  reply[kind] = 0xa2;
  return reply;
}

describe('an agent', () => {
  it('that says nothing is left in time, with a sentence', async () => {
    const port = await listen(() => {});
    await expect(createSnmpReader(options(port)).read()).rejects.toThrow(
      `127.0.0.1:${port} did not answer by SNMP version 2c: is an agent there, and is --snmp-community right?`,
    );
  });

  it('is left when nobody waits for it any more', async () => {
    const port = await listen(() => {});
    const controller = new AbortController();
    const reading = createSnmpReader(options(port, 30_000)).read(controller.signal);
    setImmediate(() => controller.abort());
    await expect(reading).rejects.toThrow('did not answer by SNMP');
  });

  it('that shows nothing of use is told so', async () => {
    const port = await listen((socket, bytes, to) => socket.send(echo(bytes), to, '127.0.0.1'));
    await expect(createSnmpReader(options(port)).read()).rejects.toThrow('has nothing that Gander reads');
  });

  it('whose answers are broken in any way costs no more than its values', async () => {
    let seed = 1;
    const random = (most: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % most;
    };
    const port = await listen((socket, bytes, to) => {
      for (let time = 0; time < 40; time += 1) {
        const reply = echo(bytes);
        for (let change = random(6); change >= 0; change -= 1) reply[random(reply.length)] = random(256);
        socket.send(reply.subarray(0, reply.length - random(2) * random(20)), to, '127.0.0.1');
      }
    });
    for (const version of ['1', '2c', '3'] as const)
      for (let time = 0; time < 3; time += 1)
        await expect(createSnmpReader({ ...options(port, 300), version }).read()).rejects.toThrow(/SNMP/);
  });

  it('that somebody else speaks for is not believed', async () => {
    const liar = createSocket('udp4');
    onTestFinished(() => void liar.close());
    const port = await listen((_, bytes, to) => liar.send(echo(bytes), to, '127.0.0.1'));
    await expect(createSnmpReader(options(port)).read()).rejects.toThrow('did not answer by SNMP');
  });

  it('of version 3 gets no key that is too short', async () => {
    await expect(createSnmpReader({ ...options(9), version: '3', auth: 'short' }).read()).rejects.toThrow(
      '--snmp-auth',
    );
  });
});

it('knows the numbers that the library gives to types', () => {
  expect(snmp.ObjectType.EndOfMibView).toBe(130);
});
