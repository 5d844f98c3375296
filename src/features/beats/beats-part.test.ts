import { expect, it, onTestFinished, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { checkResults } from '../../measure/sources/check-results.ts';
import { addBeat, removeBeat } from '../../net/credentials/beat-file.ts';
import { beatPaths, openBeats } from '../../run/parts/beats.ts';

const HOUR = 3_600_000;

function open(folder: string, clock = createFakeClock(Date.now())) {
  const checks = checkResults.create({} as never);
  const log: string[] = [];
  const opened = openBeats({
    environment: { STATE_DIRECTORY: folder },
    clock,
    checks,
    log: { write: (_: string, text: string) => void log.push(text) } as never,
  });
  if (opened === null) throw new Error('there is a folder');
  onTestFinished(() => opened.stop());
  return { ...opened, checks, log, clock };
}

it('follows beats that the command line adds and removes, and keeps calls over a restart', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const soon = <Value>(value: () => Value) =>
    expect.poll(() => {
      vi.advanceTimersByTime(2000);
      return value();
    });
  const folder = temporaryTree();
  const { kept } = beatPaths(folder);
  const first = open(folder);
  expect(first.checks.all()).toEqual([]);
  const token = await addBeat(kept, { name: 'backup', every: HOUR, grace: 0 });
  await soon(() => first.beats.accepts('backup', token)).toBe(true);
  first.beats.call('backup', { up: true, ms: null, text: null });
  expect(first.checks.all()).toMatchObject([{ name: 'beat_backup', up: true }]);
  await first.stop();
  const next = open(folder, first.clock);
  expect(next.checks.all()).toEqual(first.checks.all());
  await removeBeat(kept, 'backup');
  await soon(() => next.checks.all()).toEqual([]);
  expect(next.beats.accepts('backup', token)).toBe(false);
});

it('goes on without a list that cannot be read', () => {
  const { checks, log } = open(temporaryTree({ 'beats.json': 'not JSON' }));
  expect(checks.all()).toEqual([]);
  expect(log[0]).toContain('does not hold beats: repair or remove it.');
});
