import { describe, expect, it } from 'vitest';
import type { Family } from './family.ts';
import { createProgramMetrics, type ProcessRow } from './programs.ts';

const row = (pid: number, name: string, user: number, rss = 1): ProcessRow => ({
  pid,
  name,
  num_threads: 1,
  cpu_times: { user, system: 0 },
  memory_info: { rss, vms: 2 },
  io_counters: [user * 10, 0, 0, 0, 1],
});

/** CPU seconds in user space by program. */
const cpu = (families: readonly Family[]): Record<string, number> =>
  Object.fromEntries(
    (families[0]?.samples ?? [])
      .filter(({ labels }) => labels.text.includes('mode="user"'))
      .map(({ labels, value }) => [labels.pairs[0]?.[1] ?? '', value]),
  );

/** Adds up counters as databases do: a decrease is a reset to zero, and the first value of a series adds nothing. */
function createIncreases() {
  const last = new Map<string, number>();
  let sum = 0;
  return {
    add(values: Readonly<Record<string, number>>): void {
      for (const [name, value] of Object.entries(values)) {
        const before = last.get(name) ?? value;
        sum += value < before ? value : value - before;
        last.set(name, value);
      }
    },
    sum: () => sum,
  };
}

describe('metrics of programs', () => {
  it('do not fall when a member ends, and count one that has begun since', () => {
    const programs = createProgramMetrics(10);
    expect(cpu(programs.collect([row(1, 'sh', 5), row(2, 'sh', 7)], 1000))['sh']).toBe(0);
    expect(cpu(programs.collect([row(1, 'sh', 6)], 2000))['sh']).toBe(1);
    expect(cpu(programs.collect([row(1, 'sh', 6), row(3, 'sh', 2)], 3000))['sh']).toBe(3);
  });

  it('count a process that has not run, and comes again as the same object, as before', () => {
    const programs = createProgramMetrics(10);
    const resting = row(1, 'sh', 5, 100);
    const first = programs.collect([resting, row(2, 'sh', 7)], 1000);
    const second = programs.collect([resting, row(2, 'sh', 9)], 2000);
    expect([cpu(first)['sh'], cpu(second)['sh']]).toEqual([0, 2]);
    const others = (families: readonly Family[]) => families.slice(3).map(({ samples }) => samples[0]?.value);
    expect(others(second)).toEqual(others(first));
    expect(others(second)).toEqual([101, 4, 2, 2]);
  });

  it('have the sums of the processes that there are, whatever there was before', () => {
    const [resting, changing, running] = [row(1, 'sh', 5, 100), row(2, 'sh', 7, 50), row(2, 'sed', 8, 30)];
    const last = [resting, running, row(3, 'sh', 1, 7)];
    const programs = createProgramMetrics(10);
    for (const rows of [[resting, changing], [changing], [resting, running, row(4, 'sed', 1, 1000)]])
      programs.collect(rows, 1000);
    const sums = (families: readonly Family[]) =>
      families
        .slice(3)
        .map(({ samples }) => new Map(samples.map(({ labels, value }) => [labels.text, value])));
    expect(sums(programs.collect(last, 2000))).toEqual(sums(createProgramMetrics(10).collect(last, 2000)));
  });

  it('know a process that has been given the number of another', () => {
    const programs = createProgramMetrics(10);
    programs.collect([row(1, 'sh', 5)], 1000);
    expect(cpu(programs.collect([row(1, 'sh', 1)], 2000))['sh']).toBe(1);
  });

  it('grow in a database by what was used, whatever ends, is hidden, or restarts', () => {
    type Rows = readonly ProcessRow[];
    // Each list is one run of the agent: a process with a long past, one that ends, and programs that take turns.
    const runs: readonly (readonly Rows[])[] = [
      [
        [row(1, 'old', 600), row(2, 'short', 40), row(3, 'c', 0)],
        [row(1, 'old', 610), row(3, 'c', 1), row(4, 'd', 5)],
        [row(1, 'old', 610), row(3, 'c', 30), row(4, 'd', 6)],
        [row(1, 'old', 610), row(3, 'c', 31), row(4, 'd', 90)],
      ],
      [
        [row(1, 'old', 620), row(3, 'c', 40), row(4, 'd', 100)],
        [row(1, 'old', 650), row(3, 'c', 40), row(5, 'short', 2)],
      ],
    ];
    const increases = createIncreases();
    let time = 0;
    for (const run of runs) {
      const programs = createProgramMetrics(2);
      // No shown value is kept beyond the next collection.
      for (const rows of run) increases.add(cpu(programs.collect(rows, (time += 700_000))));
    }
    // 10 + 1 + 5, 29 + 1, 1 + 84; after the restart 30 + 2.
    expect(increases.sum()).toBe(163);
  });

  it('sum up those that are not shown; what is shown stays', () => {
    const programs = createProgramMetrics(1);
    programs.collect([row(1, 'busy', 5), row(2, 'idle', 0)], 1000);
    const later = programs.collect([row(1, 'busy', 5), row(2, 'idle', 3), row(3, 'new', 2)], 2000);
    expect(Object.keys(cpu(later))).toEqual(['busy', '(other)']);
    const before = cpu(later)['(other)'] ?? 0;
    const after = programs.collect([row(1, 'busy', 6), row(2, 'idle', 5), row(3, 'new', 3)], 3000);
    expect((cpu(after)['(other)'] ?? 0) - before).toBe(3);
    const much = programs.collect([row(1, 'busy', 6), row(2, 'idle', 500)], 700_000);
    expect(Object.keys(cpu(much))).toEqual(['idle', '(other)']);
  });

  it('take kernel workers together', () => {
    const programs = createProgramMetrics(5);
    const found = programs.collect(
      [row(1, 'kworker/0:1-events', 1), row(2, 'kworker/u8:3', 1), row(3, 'migration/1', 1)],
      1,
    );
    expect(Object.keys(cpu(found)).sort()).toEqual(['(other)', 'kworker', 'migration']);
  });
});
