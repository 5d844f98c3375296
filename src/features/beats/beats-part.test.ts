import { expect, it, onTestFinished, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { Environment, HostClock, LogWriter } from '../../core/base-services.ts';
import { openParts } from '../../core/parts/open.ts';
import { give } from '../../core/parts/service.ts';
import { CheckResults, checkResults } from '../../measure/sources/check-results.ts';
import { addBeat, removeBeat } from '../../net/credentials/beat-file.ts';
import { beatPaths, beatsPart } from './beats-part.ts';
import { Beats } from './beats.ts';

const HOUR = 3_600_000;

async function open(folder: string, clock = createFakeClock(Date.now())) {
  const checks = checkResults.create({} as never);
  const log: string[] = [];
  const { get, stop } = await openParts([beatsPart], {
    given: [
      give(Environment, { STATE_DIRECTORY: folder }),
      give(HostClock, clock),
      give(CheckResults, checks),
      give(LogWriter, { write: (_, text) => void log.push(text) }),
    ],
  });
  onTestFinished(stop);
  return { beats: get(Beats), stop, checks, log, clock };
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
  const first = await open(folder);
  expect(first.checks.all()).toEqual([]);
  const token = await addBeat(kept, { name: 'backup', every: HOUR, grace: 0 });
  await soon(() => first.beats.accepts('backup', token)).toBe(true);
  first.beats.call('backup', { up: true, ms: null, text: null });
  expect(first.checks.all()).toMatchObject([{ name: 'beat_backup', up: true }]);
  await first.stop();
  const next = await open(folder, first.clock);
  expect(next.checks.all()).toEqual(first.checks.all());
  await removeBeat(kept, 'backup');
  await soon(() => next.checks.all()).toEqual([]);
  expect(next.beats.accepts('backup', token)).toBe(false);
});

it('goes on without a list that cannot be read', async () => {
  const { checks, log } = await open(temporaryTree({ 'beats.json': 'not JSON' }));
  expect(checks.all()).toEqual([]);
  expect(log[0]).toContain('does not hold beats: repair or remove it.');
});
