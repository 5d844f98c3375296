import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { createForeignCheck } from '../../core/foreign-values.ts';
import { plugins as registry } from '../plugins/index.ts';
import type { Answers, SnmpValue } from './answers.ts';
import { decodePlugins, type SnmpPlugins } from './decode.ts';
import { COLUMN, OID, STORAGE } from './oids.ts';

type Recorded = Record<string, SnmpValue>;

/** Two readings of snmpd 5.9 of Debian 12, ten seconds apart. */
const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/snmp-snmpd.json'), 'utf8'),
) as { first: Recorded; second: Recorded };

const answersOf = (values: Recorded): Answers => new Map(Object.entries(values));
const decode = (values: Recorded): SnmpPlugins => decodePlugins({ answers: answersOf(values), at: 0 }, null);
const decodeTwo = (first: Recorded, second: Recorded, seconds = 10): SnmpPlugins =>
  decodePlugins({ answers: answersOf(second), at: seconds * 1000 }, { answers: answersOf(first), at: 0 });

describe('snmpd', () => {
  const first = decode(recorded.first);
  const both = decodeTwo(recorded.first, recorded.second);

  it('tells what the host is', () => {
    expect(both['system']).toEqual({
      os_name: 'Linux',
      hostname: 'snmphost',
      platform: '64bit',
      os_version: '6.18.44-fc-v595',
      linux_distro: '',
      hr_name: '64bit / Linux 6.18.44-fc-v595',
    });
    expect(both['uptime']).toMatch(/^7:\d\d:\d\d$/);
  });

  it('tells load, memory and swap space', () => {
    expect(both['load']).toEqual({ min1: 10.09, min5: 8.45, min15: 6.74, cpucore: 2 });
    expect(both['mem']).toEqual({
      total: 25_276_514_304,
      available: 23_834_202_112,
      percent: 5.7,
      used: 1_442_312_192,
      free: 21_765_861_376,
      buffers: 153_358_336,
      cached: 2_249_625_600,
      shared: 9_084_928,
    });
    expect(both['memswap']).toEqual({ total: 0, used: 0, free: 0, percent: 0 });
  });

  it('tells of disks, not of what the kernel mounts', () => {
    const { fs } = both;
    expect(Array.isArray(fs) && fs.map(({ mnt_point: point }) => point)).toEqual(['/', '/mnt/tools']);
    expect(fs).toMatchObject([{ key: 'mnt_point', size: 270_553_174_016, percent: 9.7 }, {}]);
  });

  it('gives the CPU of the last minute at first, shares of the time between two readings then', () => {
    expect(first['cpu']).toEqual({ total: 100, idle: 0, cpucore: 2 });
    // 1,996 ticks, of them 299 idle and one waiting.
    expect(both['cpu']).toMatchObject({
      total: 85,
      user: 30.1,
      nice: 41.6,
      system: 12.8,
      idle: 15,
      iowait: 0.1,
    });
    expect(both['cpu']).toMatchObject({ interrupts: 17_512, interrupts_rate_per_sec: 1751.2 });
  });

  it('gives no shares since the start of the host when it was just started', () => {
    const ticks = Object.keys(recorded.first).filter((oid) => oid.startsWith('1.3.6.1.4.1.2021.11.5'));
    const started = { ...recorded.first, ...Object.fromEntries(ticks.map((oid) => [oid, 0])) };
    expect(decodeTwo(started, recorded.second)['cpu']).toEqual({ total: 98, idle: 2, cpucore: 2 });
  });

  it('gives levels of counters at first, rates then', () => {
    const interfaceOf = (plugins: SnmpPlugins, name: string) =>
      [plugins['network']].flat().find((item) => typeof item === 'object' && item['interface_name'] === name);
    expect(interfaceOf(first, 'eth0')).not.toHaveProperty('bytes_recv_rate_per_sec');
    const [before, now] = [interfaceOf(first, 'lo'), interfaceOf(both, 'lo')];
    if (typeof before !== 'object' || typeof now !== 'object') throw new Error('lo is missing');
    const grown = Number(now['bytes_recv_gauge']) - Number(before['bytes_recv_gauge']);
    expect(now).toMatchObject({
      key: 'interface_name',
      alias: null,
      bytes_recv: grown,
      bytes_recv_rate_per_sec: grown / 10,
      bytes_all_rate_per_sec: grown / 5,
      speed: 10 * 1_048_576,
      is_up: true,
      time_since_update: 10,
    });
  });
});

describe('other agents', () => {
  it('of Windows tell memory and disks as storage', () => {
    const storage = (row: number, type: string, name: string, size: number, used: number): Recorded => ({
      [`${COLUMN.storageType}.${row}`]: type,
      [`${COLUMN.storageDescr}.${row}`]: name,
      [`${COLUMN.storageUnits}.${row}`]: 4096,
      [`${COLUMN.storageSize}.${row}`]: size,
      [`${COLUMN.storageUsed}.${row}`]: used,
    });
    const plugins = decode({
      [OID.sysDescr]: 'Hardware: Intel64 Family 6 - Software: Windows Version 6.3 (Build 17763)',
      [OID.sysName]: 'WIN1',
      ...storage(1, STORAGE.disks[0] ?? '', 'C:\\ Label:  Serial Number 1a2b', 1000, 250),
      ...storage(2, STORAGE.memory, 'Physical Memory', 2000, 500),
      [`${COLUMN.processorLoad}.1`]: 10,
      [`${COLUMN.processorLoad}.2`]: 30,
    });
    expect(plugins).toMatchObject({
      system: { os_name: '', hostname: 'WIN1', hr_name: expect.stringContaining('Windows') as string },
      mem: { total: 2000 * 4096, used: 500 * 4096, percent: 25 },
      fs: [{ mnt_point: 'C:\\ Label:  Serial Number 1a2b', percent: 25 }],
      cpu: { total: 20, idle: 80 },
    });
  });

  it('with counters of 32 bits go through 0', () => {
    const at = (octets: number, seconds: number): Recorded => ({
      [OID.sysUpTime]: seconds * 100,
      [`${COLUMN.ifDescr}.1`]: 'port',
      [`${COLUMN.ifInOctets}.1`]: octets,
      [`${COLUMN.ifOutOctets}.1`]: 5,
    });
    expect(decodeTwo(at(2 ** 32 - 100, 1), at(900, 11))['network']).toMatchObject([
      { bytes_recv: 1000, bytes_recv_rate_per_sec: 100 },
    ]);
    // Neither a wrap nor known to be a restart.
    expect(decodeTwo(at(2 ** 31, 1), at(900, 11))['network']).not.toMatchObject([
      { bytes_recv: expect.any(Number) as number },
    ]);
    // The agent was restarted: earlier counts are unknown.
    expect(decodeTwo(at(2 ** 32 - 100, 1000), at(900, 1))['network']).not.toMatchObject([
      { bytes_recv: 1000 },
    ]);
  });

  it('that name several interfaces alike are told apart', () => {
    const names = { [`${COLUMN.ifDescr}.1`]: 'port', [`${COLUMN.ifDescr}.7`]: 'port' };
    expect(decode(names)['network']).toMatchObject([
      { interface_name: 'port' },
      { interface_name: 'port#7' },
    ]);
  });

  it('that say more is available than there is keep saying it, for the declarations to judge', () => {
    const kibibytes = { [OID.memTotalReal]: 100, [OID.memAvailReal]: 90, [OID.memSysAvail]: 120 };
    expect(decode(kibibytes)['mem']).toMatchObject({ total: 102_400, available: 122_880, percent: -20 });
  });

  it('that count disks beyond 31 bits are understood', () => {
    const plugins = decode({
      [`${COLUMN.storageType}.1`]: STORAGE.disks[0] ?? '',
      [`${COLUMN.storageDescr}.1`]: '/big',
      [`${COLUMN.storageUnits}.1`]: 4096,
      [`${COLUMN.storageSize}.1`]: -1,
      [`${COLUMN.storageUsed}.1`]: 0,
    });
    expect(plugins['fs']).toMatchObject([{ size: (2 ** 32 - 1) * 4096 }]);
  });
});

describe('what is made up', () => {
  it('has no part in what is shown: texts for numbers, numbers for texts', () => {
    const swapped = Object.fromEntries(
      Object.entries(recorded.first).map(([oid, value]) => [oid, typeof value === 'number' ? 'x' : 7]),
    );
    expect(decode(swapped)).toEqual({});
  });

  it('does no harm where the declarations are asked, whatever it is', () => {
    const checks = registry.map((plugin) => [plugin.name, createForeignCheck(plugin)] as const);
    const value = fc.oneof(
      fc.double(),
      fc.integer({ min: -(2 ** 31), max: 2 ** 32 }),
      fc.string({ unit: anyCharacter, maxLength: 400 }),
      fc.constantFrom(...Object.values(STORAGE).flat()),
    );
    const oids = Object.keys(recorded.first);
    const change = fc.array(fc.tuple(fc.constantFrom(...oids), value), { maxLength: 60 });
    fc.assert(
      fc.property(change, change, (one, other) => {
        const plugins = decodeTwo(
          { ...recorded.first, ...Object.fromEntries(one) },
          { ...recorded.second, ...Object.fromEntries(other) },
        );
        for (const [name, check] of checks) check(plugins[name]);
        for (const item of Object.values(plugins).flat())
          for (const shown of typeof item === 'string' ? [item] : Object.values(item)) {
            if (typeof shown === 'number') expect(shown).toBeGreaterThanOrEqual(0);
            if (typeof shown === 'string') expect(shown).toMatch(/^[^\p{C}]{0,270}$/u);
          }
        for (const name of ['cpu', 'mem', 'memswap']) {
          const { percent = 0, total = 0 } = (plugins[name] ?? {}) as Record<string, number>;
          expect(name === 'cpu' ? total : percent).toBeLessThanOrEqual(100);
        }
      }),
      { numRuns: tries(60) },
    );
  });
});
