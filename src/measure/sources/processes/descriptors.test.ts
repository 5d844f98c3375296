import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../test/support/engine.ts';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { processTree } from '../../../../test/support/process-tree.ts';
import type { Tree } from '../../../../scripts/support/tree.ts';
import { memoryTree } from '../../../../test/support/memory-tree.ts';
import { descriptorBudget } from './descriptors.ts';

const limits = (soft: string): string =>
  'Limit                     Soft Limit           Hard Limit           Units     \n' +
  `Max open files            ${soft}                 4096                 files     \n`;

describe('the budget of descriptors', () => {
  it.each([
    ['1024', 768],
    ['100', 0],
    ['1048576', 16384],
    ['unlimited', 16384],
  ])('for a limit of %s is %i', (soft, budget) => {
    const host = createRecordedHost(memoryTree({ 'proc/self/limits': limits(soft) }));
    expect(descriptorBudget(host)).toBe(budget);
  });

  it('assumes 1,024 where the kernel does not tell', () => {
    expect(descriptorBudget(createRecordedHost(memoryTree({})))).toBe(768);
  });

  it('is kept to, whatever the number of processes; those that end make room', async () => {
    const tree = (...pids: number[]): Tree =>
      memoryTree({ ...processTree(...pids.map((pid) => ({ pid }))), 'proc/self/limits': limits('258') });
    const open = new Set<string>();
    const host = createRecordedHost(tree(7, 8, 9));
    const engine = createEngine({
      ...host,
      open(path) {
        const file = host.open(path);
        open.add(path);
        return { read: () => file.read(), close: () => (open.delete(path), file.close()) };
      },
    });
    expect((await engine.read()).entries).toHaveLength(3);
    expect([...open]).toEqual(['/proc/7/stat', '/proc/8/stat']);
    host.useTree(tree(8, 9));
    await engine.read();
    expect((await engine.read()).entries).toHaveLength(2);
    expect([...open].sort()).toEqual(['/proc/8/stat', '/proc/9/stat']);
    engine.close();
    expect(open.size).toBe(0);
  });
});
