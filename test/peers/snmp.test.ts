/** A host without an agent, behind a real snmpd. */
import { readFileSync, statfsSync } from 'node:fs';
import { cpus, loadavg, totalmem, uptime } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import type { SnmpItem } from '../../src/measure/snmp/reading.ts';
import { createSnmpReader } from '../../src/measure/snmp/read-snmp.ts';
import { startAgent } from '../support/built-agent.ts';
import { serveLive } from '../support/live-agent.ts';
import { configFile, lacking, scratchFolder } from '../support/live-tools.ts';
import { startSnmpd } from '../support/snmp-daemon.ts';
import { itInFull } from '../support/it-in-full.ts';

const missing = lacking('hosts without an agent, by SNMP', { root: true, programs: ['snmpd'] });

const itemOf = (value: unknown): SnmpItem => value as SnmpItem;
const itemsOf = (value: unknown): SnmpItem[] => value as SnmpItem[];

describe.skipIf(missing !== null)('a host with snmpd', () => {
  it.each([
    ['version 1', { version: '1' }],
    ['version 2c', {}],
    ['version 3', { version: '3' }],
    ['version 3, encrypted', { version: '3', auth: 'sha:authsecret/aes:privsecret' }],
  ] as const)('tells by %s what the kernel tells', async (_, how) => {
    const daemon = await startSnmpd();
    const plugins = await createSnmpReader(daemon.options(how)).read();
    expect(plugins['system']).toMatchObject({ os_name: 'Linux', hostname: 'lab-host', platform: '64bit' });
    expect(itemOf(plugins['mem'])['total']).toBe(totalmem());
    expect(itemOf(plugins['mem'])['available']).toBeCloseTo(availableMemory(), -9);
    expect(itemOf(plugins['load'])['cpucore']).toBe(cpus().length);
    expect(Math.abs(Number(itemOf(plugins['load'])['min15']) - (loadavg()[2] ?? 0))).toBeLessThan(1);
    const { blocks, bsize } = statfsSync('/');
    const root = itemsOf(plugins['fs']).find((item) => item['mnt_point'] === '/');
    expect(root?.['size']).toBe(blocks * bsize);
    expect(itemsOf(plugins['network']).map((item) => item['interface_name'])).toContain('lo');
    expect(secondsOf(plugins['uptime'])).toBeCloseTo(uptime(), -1.5);
  });

  it.each([
    ['another community', { community: 'public', timeoutMs: 750 }, 'is --snmp-community right?'],
    ['another key', { version: '3', auth: 'authsecret2' }, 'refuses the SNMP user or key'],
    ['another user', { version: '3', user: 'nobody' }, 'refuses the SNMP user or key'],
  ] as const)('tells nothing to %s, and no secret is in the message', async (_, how, expected) => {
    const daemon = await startSnmpd();
    const error: unknown = await createSnmpReader(daemon.options(how))
      .read()
      .catch((problem: unknown) => problem);
    expect(String(error)).toContain(expected);
    expect(String(error)).not.toMatch(/authsecret|public|lab$/);
  });

  it('is shown by -c, in place of an agent', async () => {
    const { port } = await startSnmpd();
    const argv = [
      '-c',
      '127.0.0.1:9',
      '--snmp-port',
      String(port),
      '--snmp-community',
      'lab',
      '--stop-after',
      '1',
    ];
    const { code, stdout, stderr } = await startAgent([...argv, '--stdout', 'system.hostname,mem.total'])
      .ended;
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `system.hostname: lab-host\nmem.total: ${totalmem()}\n`,
    });
    expect(stderr).toMatch(/^gander: 127\.0\.0\.1 is asked by SNMP[^\n]+\n$/);
  });

  // Both wait for daemons.
  itInFull.concurrent('has rates from the second reading on', async ({ onTestFinished }) => {
    const reader = createSnmpReader((await startSnmpd(onTestFinished)).options());
    expect((await reader.read())['cpu'] ?? {}).not.toHaveProperty('user');
    // It counts ticks anew every five seconds or so.
    await vi.waitFor(
      async () => {
        const plugins = await reader.read();
        expect(itemOf(plugins['cpu'])).toMatchObject({ user: expect.any(Number) as number });
        const loopback = itemsOf(plugins['network']).find((item) => item['interface_name'] === 'lo');
        expect(loopback).toMatchObject({ bytes_recv_rate_per_sec: expect.any(Number) as number });
      },
      { interval: 1000 },
    );
  });

  itInFull.concurrent('is shown by a hub, as what it is', async ({ onTestFinished }) => {
    const daemon = await startSnmpd(onTestFinished);
    const folder = scratchFolder();
    onTestFinished(folder.remove);
    const path = configFile(folder.path, {
      serverlist: {
        refresh: '2',
        server_1_name: '127.0.0.1',
        server_1_port: '9',
        server_1_protocol: 'rest',
      },
    });
    const snmp = ['--snmp-port', String(daemon.port), '--snmp-community', 'lab'];
    const hub = await serveLive({ argv: ['-C', path, '--browser', '--disable-autodiscover', ...snmp] });
    onTestFinished(() => void hub.stop());
    await vi.waitFor(
      async () => {
        const [row] = await hub.get<Record<string, unknown>[]>('/serverslist');
        expect(row).toMatchObject({
          status: 'SNMP',
          system_hr_name: expect.stringContaining('Linux') as string,
        });
        expect(row?.['load_min5']).toEqual(expect.any(Number));
        expect(row?.['mem_percent']).toEqual(expect.any(Number));
      },
      // A host whose first reply is late is polled again after a minute.
      { interval: 300, timeout: 150_000 },
    );
    await daemon.stop();
    await vi.waitFor(
      async () => {
        expect((await hub.get<Record<string, unknown>[]>('/serverslist'))[0]).toMatchObject({
          status: 'OFFLINE',
        });
      },
      { interval: 500 },
    );
  });
});

const availableMemory = (): number =>
  Number(/MemAvailable:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024;

function secondsOf(text: unknown): number {
  const [, days = '0', hours, minutes, seconds] =
    /^(?:(\d+) days?, )?(\d+):(\d+):(\d+)$/.exec(String(text)) ?? [];
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
