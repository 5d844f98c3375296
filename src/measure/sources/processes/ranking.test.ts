import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SORT_KEYS } from '../../../core/process-order.ts';
import type { ProcessEntry } from './entry.ts';
import { inOneGo } from '../../../../test/support/in-one-go.ts';
import { ProcessRanking } from './ranking.ts';
import { orderOf } from './sort.ts';

const few = fc.nat(3);
const process = fc.record({
  pid: fc.integer({ min: 1, max: 12 }),
  name: fc.constantFrom('a', 'b', 'c'),
  username: fc.constantFrom('root', 'alice', null),
  cpu_percent: few,
  memory_percent: fc.option(few),
  user: few,
  read: few,
});

type Process = typeof process extends fc.Arbitrary<infer T> ? T : never;

const entryOf = ({ user, read, ...rest }: Process): ProcessEntry => ({
  key: 'pid',
  status: 'S',
  time_since_update: 2,
  cpu_times: { user, system: 0, children_user: 0, children_system: 0, iowait: 0 },
  io_counters: [read, 0, 0, 0, 1],
  ...rest,
});

const byPid = (a: ProcessEntry, b: ProcessEntry): number => a.pid - b.pid;

describe('the order of processes', () => {
  it('is the one of sorting all of them, whatever changed since', () => {
    const scan = fc.record({
      changed: fc.uniqueArray(process, { selector: ({ pid }) => pid, maxLength: 6 }),
      ended: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
      key: fc.constantFrom(...SORT_KEYS),
    });
    fc.assert(
      fc.property(fc.array(scan, { maxLength: 8 }), fc.boolean(), (scans, isOneKey) => {
        const ranking = new ProcessRanking();
        const now = new Map<number, ProcessEntry>();
        for (const { changed, ended, key } of scans) {
          const gone = new Set<ProcessEntry>();
          const drop = (pid: number): void => {
            const entry = now.get(pid);
            if (entry !== undefined) gone.add(entry);
            now.delete(pid);
          };
          ended.forEach(drop);
          const come = changed.map(entryOf);
          for (const entry of come) {
            drop(entry.pid);
            now.set(entry.pid, entry);
          }
          const entries = [...now.values()].sort(byPid);
          const wanted = isOneKey ? 'cpu_percent' : key;
          expect(inOneGo(ranking.update(entries, { come, gone }, wanted))).toEqual(
            entries.toSorted(orderOf(entries, wanted)),
          );
        }
      }),
    );
  });
});
