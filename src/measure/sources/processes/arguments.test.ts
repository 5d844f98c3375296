import { describe, expect, it } from 'vitest';
import { steppedEngine } from '../../../../test/support/engine.ts';
import { processTree } from '../../../../test/support/process-tree.ts';
import { memoryTree } from '../../../../test/support/memory-tree.ts';

const long = (letter: string, length = 100_000): string[] => ['/bin/x', letter.repeat(length)];
const bytesIn = (cmdline: string[] | null | undefined): number => (cmdline ?? []).join('\0').length;

describe('arguments', () => {
  it('are cut at 4 kB, and say so', async () => {
    const { step } = steppedEngine();
    const entries = await step(
      { pid: 7, cmdline: long('a') },
      { pid: 8, cmdline: ['/bin/x', ...Array.from({ length: 3000 }, () => 'b')] },
      { pid: 9, cmdline: ['/bin/x', 'c'.repeat(4096 - 8)] },
      { pid: 10, cmdline: ['/bin/x', `d${'é'.repeat(4000)}`] },
    );
    expect(entries.get(7)?.cmdline).toEqual(['/bin/x', `${'a'.repeat(4096 - 7)}…`]);
    expect(entries.get(8)?.cmdline?.at(-1)).toMatch(/^b?…$/);
    expect(bytesIn(entries.get(8)?.cmdline)).toBeLessThanOrEqual(4097);
    expect(entries.get(9)?.cmdline).toEqual(['/bin/x', 'c'.repeat(4096 - 8)]);
    expect(entries.get(10)?.cmdline?.[1]).toMatch(/^dé+…$/);
  });

  it('are longer for the one process that is asked for, and for the selected one', async () => {
    const { step, engine } = steppedEngine();
    const files = [
      { pid: 7, cmdline: long('a') },
      { pid: 8, cmdline: ['/bin/x', 'b'.repeat(50_000), 'end'] },
      { pid: 9, cmdline: ['/bin/short', 'ends with …'] },
    ];
    await step(...files);
    expect(await engine.arguments(7)).toEqual(['/bin/x', `${'a'.repeat(65_536 - 7)}…`]);
    expect(await engine.arguments(8)).toEqual(['/bin/x', 'b'.repeat(50_000), 'end']);
    expect(await engine.arguments(9)).toEqual(['/bin/short', 'ends with …']);
    expect(await engine.arguments(10)).toBeNull();
    engine.select(8);
    const entries = await step(...files);
    expect(entries.get(8)?.cmdline).toEqual(['/bin/x', 'b'.repeat(50_000), 'end']);
    expect(bytesIn(entries.get(7)?.cmdline)).toBeLessThanOrEqual(4097);
  });

  it('are those of the list when the process has gone, or another has its pid', async () => {
    const { step, engine, host } = steppedEngine();
    const cut = (await step({ pid: 7, cmdline: long('a') })).get(7)?.cmdline;
    host.useTree(memoryTree(processTree({ pid: 7, cmdline: long('b') })));
    expect(await engine.arguments(7)).toEqual(cut);
    host.useTree(memoryTree(processTree()));
    expect(await engine.arguments(7)).toEqual(cut);
  });

  it('are cut shorter while those of all processes are too many', async () => {
    const { step } = steppedEngine();
    const many = Array.from({ length: 1500 }, (_, index) => ({ pid: 10 + index, cmdline: long('a', 5000) }));
    const entries = await step(...many, { pid: 9000, cmdline: ['/bin/normal', '-x'] });
    const sizes = [...entries.values()].map(({ cmdline }) => bytesIn(cmdline));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4.6e6);
    expect(Math.min(...sizes)).toBeGreaterThan(10);
    expect(entries.get(1200)?.cmdline?.at(-1)).toHaveLength(256 - 7 + 1);
    expect(entries.get(9000)?.cmdline).toEqual(['/bin/normal', '-x']);
  });

  it('make no name that is longer than one of a file', async () => {
    const { step } = steppedEngine();
    const comm = 'n'.repeat(15);
    const entries = await step({ pid: 7, comm, cmdline: ['n'.repeat(3000)] });
    expect(entries.get(7)?.name).toBe('n'.repeat(255));
  });
});
