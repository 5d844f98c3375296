import { expect, it, vi } from 'vitest';
import { steppedEngine } from '../../../../test/support/engine.ts';

it('scans go on while /proc/meminfo and /proc/stat do not answer', async () => {
  const hanging = new Set<string>();
  const answers: (() => void)[] = [];
  const { engine, host, notices, step } = steppedEngine({}, ({ readApart }) => ({
    readApart: async (path, bytes) => {
      if (hanging.has(path)) await new Promise<void>((resolve) => answers.push(resolve));
      return path === '/proc/stat' ? Buffer.from('cpu  1 2 3 4\nbtime 1700000000\n') : readApart(path, bytes);
    },
  }));
  const process = { pid: 7, cmdline: ['/bin/x'] };
  const shown = (entries: Awaited<ReturnType<typeof step>>) => [
    entries.get(7)?.memory_percent,
    engine.startOf(7) !== null,
    notices.has('memory'),
  ];

  hanging.add('/proc/meminfo').add('/proc/stat');
  const first = step(process);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  await host.clock.advance(1000);
  expect(shown(await first)).toEqual([null, false, true]);
  // No scan waits for them again.
  expect(shown(await step(process))).toEqual([null, false, true]);

  hanging.clear();
  for (const answer of answers) answer();
  await step(process);
  const known = shown(await step(process));
  expect(known).toEqual([expect.any(Number), true, false]);

  hanging.add('/proc/meminfo');
  const late = step(process);
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  await host.clock.advance(1000);
  expect(shown(await late)).toEqual([known[0], true, true]);
});
