import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProcessEntry } from '../../sources/processes/entry.ts';
import type { SortKey } from '../../../core/process-order.ts';
import { inOneGo } from '../../../../test/support/in-one-go.ts';
import { STEP } from '../../../core/steps.ts';
import { markUnknown, unknownIn } from '../../../core/unknown.ts';
import { type Program, Programs } from './group.ts';

const CPU_TIMES = { user: 1, system: 2, children_user: 0, children_system: 0.5, iowait: 0 };
const MEMORY = { rss: 100, vms: 200, shared: 10, text: 5, lib: 0, data: 50, dirty: 0 };

const entry = (pid: number, values: Partial<ProcessEntry> = {}): ProcessEntry => ({
  key: 'pid',
  pid,
  name: 'bash',
  status: 'S',
  io_counters: [pid, 0, 0, 0, 1],
  time_since_update: 2,
  cmdline: ['/bin/bash', '-l'],
  username: 'alice',
  nice: 0,
  num_threads: 1,
  cpu_percent: 1.5,
  memory_percent: 0.25,
  cpu_times: CPU_TIMES,
  memory_info: MEMORY,
  gids: { real: 0, effective: 0, saved: 0 },
  ...values,
});

const groupByProgram = (entries: readonly ProcessEntry[], key: SortKey): Program[] =>
  inOneGo(new Programs(() => false).update(entries, key));

describe('programs', () => {
  it('add up what their processes have', () => {
    const processes = [entry(9, { cpu_percent: 2 }), entry(7)];
    expect(groupByProgram(processes, 'cpu_percent')).toEqual([
      {
        name: 'bash',
        pid: '_',
        childrens: [9, 7],
        nprocs: 2,
        cmdline: ['bash'],
        username: 'alice',
        status: 'S',
        nice: 0,
        num_threads: 2,
        cpu_percent: 3.5,
        memory_percent: 0.5,
        cpu_times: { user: 2, system: 4, children_user: 0, children_system: 1, iowait: 0 },
        memory_info: { rss: 200, vms: 400, shared: 20, text: 10, lib: 0, data: 100, dirty: 0 },
        io_counters: [9, 0, 0, 0, 1, 7, 0, 0, 0, 1],
        time_since_update: 2,
      },
    ]);
  });

  it('show what their processes do not share as "_"', () => {
    const [program] = groupByProgram(
      [entry(1), entry(2, { username: 'root', status: 'R', nice: 5 })],
      'cpu_percent',
    );
    expect(program).toMatchObject({ username: '_', status: '_', nice: '_' });
  });

  it('have null for what is not collected', () => {
    const bare: ProcessEntry = {
      key: 'pid',
      pid: 1,
      name: 'x',
      status: '?',
      io_counters: [0, 0, 0, 0, 0],
      time_since_update: 1,
    };
    const [program] = groupByProgram([bare, { ...bare, pid: 2 }], 'cpu_percent');
    expect(program).toMatchObject({
      username: null,
      status: '?',
      nice: null,
      num_threads: null,
      cpu_percent: null,
      memory_percent: null,
      cpu_times: null,
      memory_info: null,
    });
  });

  it('count 0 for what the kernel refused', () => {
    const refused = { memory_percent: null, memory_info: null };
    const processes = [entry(1, refused), entry(2), entry(3, refused)];
    expect(groupByProgram(processes, 'cpu_percent')[0]).toMatchObject({
      memory_percent: 0.25,
      memory_info: MEMORY,
    });
  });

  it('are ordered by their own values', () => {
    const processes = [
      entry(1, { name: 'one', cpu_percent: 5 }),
      entry(2, { name: 'many', cpu_percent: 3 }),
      entry(3, { name: 'many', cpu_percent: 3 }),
    ];
    const names = (key: 'cpu_percent' | 'name' | 'cpu_num') =>
      groupByProgram(processes, key).map(({ name }) => name);
    expect(names('cpu_percent')).toEqual(['many', 'one']);
    expect(names('name')).toEqual(['many', 'one']);
    expect(names('cpu_num')).toEqual(['many', 'one']);
  });

  it('hold every process once and change none', () => {
    const processes = fc
      .array(fc.record({ name: fc.constantFrom('a', 'b', 'c', '__proto__'), num_threads: fc.nat(9) }))
      .map((values) => values.map((value, pid) => entry(pid, value)));
    fc.assert(
      fc.property(processes, (entries) => {
        const before = structuredClone(entries);
        const programs = groupByProgram(entries, 'cpu_percent');
        expect(entries).toEqual(before);
        expect(programs.flatMap(({ childrens }) => childrens).toSorted((a, b) => a - b)).toEqual(
          entries.map(({ pid }) => pid),
        );
        for (const { childrens, nprocs, io_counters, num_threads } of programs) {
          expect([nprocs, io_counters.length]).toEqual([childrens.length, 5 * childrens.length]);
          expect(num_threads).toBe(childrens.reduce((sum, pid) => sum + (entries[pid]?.num_threads ?? 0), 0));
        }
      }),
    );
  });

  it('cover the time in which their sum has the rate of all processes together', () => {
    const busy = { io_counters: [4000, 0, 2000, 0, 1] };
    const slow = { io_counters: [7000, 0, 1000, 3000, 1], time_since_update: 30 };
    const [program] = groupByProgram([entry(1, busy), entry(2, slow)], 'cpu_percent');
    // 1,000 bytes a second of the one, 100 of the other.
    expect(5000 / (program?.time_since_update ?? 0)).toBeCloseTo(1100, 9);
  });

  it('carry the reasons for which values of their processes are unknown', () => {
    const known = entry(1, { name: 'a', cpu_percent: 5 });
    const odd = entry(2, { name: 'a' });
    markUnknown(odd, 'cpu_percent', 'cpu_percent of 2 reads 1e9 %, which is impossible');
    const [program] = groupByProgram([known, odd], 'cpu_percent');
    expect(program && unknownIn(program)?.get('cpu_percent')).toContain('impossible');
    expect(unknownIn(known)).toBeUndefined();
  });

  it('stay the same objects as long as their processes do, but for the time', () => {
    const programs = new Programs(() => false);
    const still = [entry(1, { name: 'a' }), entry(2, { name: 'a' })];
    const other = entry(3, { name: 'b' });
    const [a, b] = inOneGo(programs.update([...still, other], 'name'));
    for (const one of [...still, other]) one.time_since_update = 3;
    const changed = entry(3, { name: 'b', num_threads: 5, time_since_update: 3 });
    const [sameA, otherB] = inOneGo(programs.update([...still, changed], 'name'));
    expect(sameA).toBe(a);
    expect(otherB).not.toBe(b);
    expect([sameA?.time_since_update, otherB?.time_since_update, otherB?.num_threads]).toEqual([3, 3, 5]);
    expect(inOneGo(programs.update(still.toReversed(), 'name'))[0]).toMatchObject({ childrens: [2, 1] });
  });

  it.each([
    ['one program', () => 'bash'],
    ['a program each', (pid: number) => `p${pid}`],
  ])('of many processes, %s, are made in steps', (_, nameOf) => {
    const count = 20 * STEP;
    const processes = Array.from({ length: count }, (_one, pid) => entry(pid, { name: nameOf(pid) }));
    const programs = new Programs(() => false);
    let steps = 0;
    for (const made = programs.update(processes, 'cpu_percent'); !made.next().done;) steps += 1;
    expect(steps).toBeGreaterThanOrEqual((2 * count) / STEP);
  });

  it('that stay have the time of before until all are made', () => {
    const programs = new Programs(() => false);
    const processes = Array.from({ length: 2 * STEP }, (_, pid) => entry(pid, { name: `p${pid}` }));
    const [before] = inOneGo(programs.update(processes, 'cpu_percent'));
    for (const one of processes) one.time_since_update = 3;
    const steps = programs.update(processes, 'cpu_percent');
    const seen = new Set<number | undefined>();
    let step = steps.next();
    for (; !step.done; step = steps.next()) seen.add(before?.time_since_update);
    expect([...seen]).toEqual([2]);
    expect(step.value[0]).toBe(before);
    expect(before?.time_since_update).toBe(3);
  });
});
