import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { listPids } from './pids.ts';
import { createSlices } from './slices.ts';

describe('the list of processes', () => {
  it.each([0, 100_000])('holds numbers only, ascending (%i expected)', async (expected) => {
    const names = ['net', '100', '9', '1', 'self', '4194303', '20x', 'acpi'];
    const host = createRecordedHost(
      temporaryTree(Object.fromEntries(names.map((name) => [`proc/${name}/stat`, '']))),
    );
    const pids = await listPids(host, createSlices(host.clock, 4), expected);
    expect([...pids]).toEqual([1, 9, 100, 4194303]);
  });

  it('gives way while it lists many', async () => {
    let now = 0;
    const host = createRecordedHost(temporaryTree({}), {
      names: function* () {
        for (let pid = 1; pid <= 10_000; pid++) yield String(pid);
      },
    });
    const clock = { ...host.clock, monotonic: () => (now += 2) };
    let turns = 0;
    let done = false;
    const listing = listPids(host, createSlices(clock, 4), 10_000).finally(() => (done = true));
    for (; !done; turns += 1) await new Promise(setImmediate);
    expect(await listing).toHaveLength(10_000);
    expect(turns).toBeGreaterThan(10);
  });
});
