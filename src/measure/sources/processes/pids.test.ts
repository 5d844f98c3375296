import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { memoryTree } from '../../../../test/support/memory-tree.ts';
import { listPids, PidList } from './pids.ts';
import { Slice } from '../../../core/slice.ts';

describe('the list of processes', () => {
  it.each([0, 100_000])('holds numbers only, ascending (%i expected)', async (expected) => {
    const names = ['net', '100', '9', '1', 'self', '4194303', '20x', 'acpi'];
    const host = createRecordedHost(
      memoryTree(Object.fromEntries(names.map((name) => [`proc/${name}/stat`, '']))),
    );
    const pids = await listPids(host, new Slice({ ms: 4, now: () => host.clock.monotonic() }), expected);
    expect([...pids]).toEqual([1, 9, 100, 4194303]);
  });

  it('gives way while it lists many', async () => {
    let now = 0;
    const host = createRecordedHost(memoryTree({}), {
      names: function* () {
        for (let pid = 1; pid <= 10_000; pid++) yield String(pid);
      },
    });
    const clock = { ...host.clock, monotonic: () => (now += 2) };
    let turns = 0;
    let done = false;
    const listing = listPids(host, new Slice({ ms: 4, now: () => clock.monotonic() }), 10_000).finally(
      () => (done = true),
    );
    for (; !done; turns += 1) await new Promise(setImmediate);
    expect(await listing).toHaveLength(10_000);
    expect(turns).toBeGreaterThan(10);
  });

  it('is made anew where a number was given away, and at times in any case', async () => {
    const clock = createFakeClock();
    const listed: number[] = [];
    let lastPid: string | null = '7';
    const machine = (isLocal: boolean) =>
      createRecordedHost(memoryTree({}), {
        clock,
        isLocal,
        readText: (path) => (path === '/proc/sys/kernel/ns_last_pid' ? lastPid : null),
        list: () => {
          listed.push(clock.monotonic());
          return ['1', '7'];
        },
      });
    const [own, other] = [new PidList(machine(true)), new PidList(machine(false))];
    const slice = new Slice({ ms: 4, now: () => clock.monotonic() });
    const listsAt = async (pids: PidList, ms: number): Promise<number> => {
      await clock.advance(ms);
      expect([...(await pids.list(slice, 2))]).toEqual([1, 7]);
      return listed.splice(0).length;
    };
    expect([await listsAt(own, 0), await listsAt(own, 2000), await listsAt(own, 2000)]).toEqual([1, 0, 0]);
    lastPid = '9';
    expect([await listsAt(own, 2000), await listsAt(own, 2000)]).toEqual([1, 0]);
    expect([await listsAt(own, 25_000), await listsAt(own, 3000)]).toEqual([0, 1]);
    lastPid = null;
    expect([await listsAt(own, 1), await listsAt(own, 1)]).toEqual([1, 1]);
    lastPid = '9';
    expect([await listsAt(other, 1), await listsAt(other, 1)]).toEqual([1, 1]);
  });
});
