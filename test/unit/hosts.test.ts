import { describe, expect, it } from 'vitest';
import type { Tree } from '../../scripts/support/tree.ts';
import { STEPS, sum } from '../hosts/big-server/model.ts';
import { SOCKET_COUNTS } from '../hosts/big-server/sockets.ts';
import { hostSteps, recordedHosts } from '../support/recorded-hosts.ts';

const TICKS_IN_BETWEEN = 200;

/** By machine and step: `small-vm/1`. */
const recordings = new Map(
  recordedHosts().flatMap((name) =>
    hostSteps(name).map((tree, index): [string, Tree] => [`${name}/${index + 1}`, tree]),
  ),
);

const treeOf = (host: string): Tree => recordings.get(host) ?? expect.fail(`There is no recording ${host}.`);

function read(host: string, path: string): string {
  const content = treeOf(host).get(path);
  return typeof content === 'string' ? content : expect.fail(`${host} has no file ${path}.`);
}

const numbers = (line: string): number[] => line.split(/\s+/).filter(Boolean).map(Number);
const listPids = (host: string): string[] =>
  [...treeOf(host).keys()].flatMap((path) => /^proc\/(\d+)\/stat$/.exec(path)?.[1] ?? []);

/** Fields after the name, which may hold anything: `fields[0]` is field 3 of proc_pid_stat(5). */
function pidStatFields(stat: string): string[] {
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .trimEnd()
    .split(' ');
}

/** Ticks of user and system time. */
function busyTicks(host: string, pid: number): number {
  const fields = pidStatFields(read(host, `proc/${pid}/stat`));
  return Number(fields[11]) + Number(fields[12]);
}

function cpuRows(host: string): number[][] {
  const lines = read(host, 'proc/stat').match(/^cpu.*$/gm) ?? [];
  return lines.map((line) => numbers(line.slice(line.indexOf(' '))));
}

describe.each([...recordings.keys()])('recording %s', (name) => {
  it.each(['time.json', 'statfs.json', 'addresses.json'])('%s is JSON', (file) => {
    expect(JSON.parse(read(name, file))).toBeTypeOf('object');
  });

  it('has the files that every process has', () => {
    const files = ['stat', 'statm', 'status', 'cmdline', 'comm'];
    const missing = listPids(name).flatMap((pid) =>
      files.map((file) => `proc/${pid}/${file}`).filter((path) => !treeOf(name).has(path)),
    );
    expect(missing).toEqual([]);
  });

  it('says the same of a process in stat and status', () => {
    for (const pid of listPids(name)) {
      const [state, parent] = pidStatFields(read(name, `proc/${pid}/stat`));
      const status = read(name, `proc/${pid}/status`);
      expect(status).toContain(`\nPPid:\t${parent}\n`);
      expect(status).toContain(`\nState:\t${state} (`);
    }
  });

  it.skipIf(name === 'empty/1')('names no mount capacity that is not mounted', () => {
    const rows = read(name, 'proc/self/mounts').trimEnd().split('\n').length;
    const capacities = Object.keys(JSON.parse(read(name, 'statfs.json')) as object);
    expect(capacities.length).toBeGreaterThan(0);
    expect(capacities.length).toBeLessThanOrEqual(rows);
  });
});

describe.each(['small-vm', 'big-server', 'old-kernel'])('%s', (machine) => {
  it('is shown at two moments two seconds apart', () => {
    const [first, second] = STEPS.map((step) => JSON.parse(read(`${machine}/${step}`, 'time.json')) as Time);
    expect((second?.monotonic ?? 0) - (first?.monotonic ?? 0)).toBeCloseTo(2000, -2);
    expect((second?.now ?? 0) - (first?.now ?? 0)).toBeCloseTo(2000, -2);
  });
});

interface Time {
  now: number;
  monotonic: number;
}

describe('big-server', () => {
  it.each(STEPS)('adds up its cores (step %i)', (step) => {
    const [all = [], ...cores] = cpuRows(`big-server/${step}`);
    expect(cores).toHaveLength(64);
    expect(all).toEqual(all.map((_, column) => sum(cores.map((core) => core[column] ?? 0))));
  });

  it('spends 200 ticks on every core', () => {
    const first = cpuRows('big-server/1');
    const second = cpuRows('big-server/2');
    // guest times, the last two columns, are part of user and nice
    const spent = first.map((row, n) => sum((second[n] ?? []).slice(0, 8)) - sum(row.slice(0, 8)));
    expect(spent).toEqual([64 * TICKS_IN_BETWEEN, ...Array<number>(64).fill(TICKS_IN_BETWEEN)]);
  });

  it.each(STEPS)('adds up its interrupts (step %i)', (step) => {
    const [total = 0, ...each] = numbers(
      /^intr (.*)$/m.exec(read(`big-server/${step}`, 'proc/stat'))?.[1] ?? '',
    );
    const table = read(`big-server/${step}`, 'proc/interrupts').trimEnd().split('\n').slice(1);
    const sums = table.map((line) =>
      sum(numbers(/^[^:]*:((?:\s+\d+)+)(?=\s|$)/.exec(line)?.[1] ?? '').slice(0, 64)),
    );
    expect(sum(sums)).toBe(total);
    expect(each).toHaveLength(512);
  });

  it.each(STEPS)('has 600 processes (step %i)', (step) => {
    expect(listPids(`big-server/${step}`)).toHaveLength(600);
  });

  it.each([
    [2001, 150],
    [2002, 400],
    [2004, 100],
    [2008, 12.5],
    [3001, 0],
  ])('pid %i uses %f %% of a core', (pid, percent) => {
    const ticks = busyTicks('big-server/2', pid) - busyTicks('big-server/1', pid);
    expect((ticks * 100) / TICKS_IN_BETWEEN).toBe(percent);
  });

  it('has processes that come, go and take over a pid', () => {
    const has = (step: number, pid: number): boolean => treeOf(`big-server/${step}`).has(`proc/${pid}/stat`);
    expect([has(1, 30_001), has(2, 30_001), has(1, 30_002), has(2, 30_002)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    const [before, after] = STEPS.map(
      (step) => pidStatFields(read(`big-server/${step}`, 'proc/30003/stat'))[19],
    );
    expect(Number(after)).toBeGreaterThan(Number(before));
  });

  it('has 52 fields in stat', () => {
    const lengths = listPids('big-server/1').map(
      (pid) => pidStatFields(read('big-server/1', `proc/${pid}/stat`)).length,
    );
    expect(new Set(lengths)).toEqual(new Set([50]));
  });

  it('has the sockets it says, in every state', () => {
    const text = read('big-server/1', 'proc/net/tcp') + read('big-server/1', 'proc/net/tcp6');
    const states = [...text.matchAll(/:[0-9A-F]{4} ([0-9A-F]{2}) /g)].map(([, state = '']) =>
      Number.parseInt(state, 16),
    );
    const counts = new Map(
      [...SOCKET_COUNTS.keys()].map((key) => [key, states.filter((state) => state === key).length]),
    );
    expect(states).toHaveLength(800);
    expect(counts).toEqual(SOCKET_COUNTS);
  });

  it('loses a disk and gains an interface', () => {
    const rows = (step: number, path: string, pattern: RegExp): number =>
      read(`big-server/${step}`, path).match(pattern)?.length ?? 0;
    expect([rows(1, 'proc/diskstats', / sdx /g), rows(2, 'proc/diskstats', / sdx /g)]).toEqual([1, 0]);
    expect([rows(1, 'proc/net/dev', /:/g), rows(2, 'proc/net/dev', /:/g)]).toEqual([12, 13]);
  });

  it('has 20 columns in diskstats and 17 in sysfs', () => {
    const lines = read('big-server/1', 'proc/diskstats').trimEnd().split('\n');
    expect(new Set(lines.map((line) => line.trim().split(/\s+/).length))).toEqual(new Set([20]));
    expect(numbers(read('big-server/1', 'sys/block/sda/stat'))).toHaveLength(17);
  });
});

describe('old-kernel', () => {
  it('lacks what came later', () => {
    const lines = read('old-kernel/1', 'proc/diskstats').trimEnd().split('\n');
    expect(new Set(lines.map((line) => line.trim().split(/\s+/).length))).toEqual(new Set([14]));
    expect(cpuRows('old-kernel/1').map((row) => row.length)).toEqual([8, 8]);
    expect(read('old-kernel/1', 'proc/meminfo')).not.toContain('MemAvailable');
    expect(treeOf('old-kernel/1').has('proc/1/io')).toBe(false);
  });
});
