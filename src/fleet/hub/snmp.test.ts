import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { serverAt } from '../../../test/support/fake-servers.ts';
import { createFallBack, type SnmpValues } from './snmp.ts';

const server = serverAt(61_208);

const valuesFor = (port: number, more: Partial<SnmpValues> = {}): SnmpValues => ({
  snmp_port: port,
  snmp_community: 'public',
  snmp_version: '2c',
  snmp_user: 'private',
  snmp_auth: 'password',
  ...more,
});

const MARK = 'mark';

/** A host that receives requests and never replies. */
async function silentHost() {
  let count = 0;
  let onMark = (): void => {};
  const socket = createSocket('udp4').on('message', (bytes) => {
    if (bytes.toString('latin1') === MARK) onMark();
    else count += 1;
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const { port } = socket.address();
  /** Datagrams so far: those that have been sent arrive before the mark. */
  const heard = async (): Promise<number> => {
    const marked = new Promise<void>((resolve) => (onMark = resolve));
    socket.send(MARK, port, '127.0.0.1');
    await marked;
    return count;
  };
  return { port, heard };
}

describe('a hub', () => {
  it('asks hosts that say nothing again after a minute', async () => {
    const host = await silentHost();
    const clock = createFakeClock();
    const fallBack = createFallBack(valuesFor(host.port), [], clock, 300);
    const ask = () => fallBack(server, new AbortController().signal);
    expect(await ask()).toBeNull();
    const first = await host.heard();
    expect(first).toBeGreaterThan(0);
    await clock.advance(59_000);
    expect(await ask()).toBeNull();
    expect(await host.heard()).toBe(first);
    await clock.advance(1000);
    expect(await ask()).toBeNull();
    expect(await host.heard()).toBeGreaterThan(first);
  });

  it('does not ask servers that were only found', async () => {
    const host = await silentHost();
    const fallBack = createFallBack(valuesFor(host.port), [], createFakeClock());
    expect(await fallBack({ ...server, type: 'DYNAMIC' }, new AbortController().signal)).toBeNull();
    expect(await host.heard()).toBe(0);
  });

  it('does not start with keys that are too short', () => {
    const values = valuesFor(9, { snmp_version: '3', snmp_auth: 'short' });
    expect(() => createFallBack(values, [], createFakeClock())).toThrow('--snmp-auth');
  });
});
