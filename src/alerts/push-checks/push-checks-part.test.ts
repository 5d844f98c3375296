import { expect, it, onTestFinished, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { Environment, HostClock, LogWriter } from '../../core/base-services.ts';
import { createFileProblems, FileProblems } from '../../core/file-problems.ts';
import { openParts } from '../../core/parts/open.ts';
import { give } from '../../core/parts/service.ts';
import { CheckResults, checkResults } from '../../measure/sources/check-results.ts';
import { addPushCheck, removePushCheck } from './push-check-file.ts';
import { pushCheckPaths, pushChecksPart } from './push-checks-part.ts';
import { PushChecks } from './push-checks.ts';

const HOUR = 3_600_000;

async function open(folder: string, clock = createFakeClock(Date.now())) {
  const checks = checkResults.create({} as never);
  const log: string[] = [];
  const problems = createFileProblems({ write: (_, text) => void log.push(text) });
  const { get, stop } = await openParts([pushChecksPart], {
    given: [
      give(Environment, { STATE_DIRECTORY: folder }),
      give(HostClock, clock),
      give(CheckResults, checks),
      give(LogWriter, { write: (_, text) => void log.push(text) }),
      give(FileProblems, problems),
    ],
  });
  onTestFinished(stop);
  return { pushChecks: get(PushChecks), stop, checks, log, clock, problems };
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
  const { kept } = pushCheckPaths(folder);
  const first = await open(folder);
  expect(first.checks.all()).toEqual([]);
  const token = await addPushCheck(kept, { name: 'backup', every: HOUR, grace: 0 });
  await soon(() => first.pushChecks.accepts('backup', token)).toBe(true);
  first.pushChecks.call('backup', { up: true, ms: null, text: null });
  expect(first.checks.all()).toMatchObject([{ name: 'beat_backup', up: true }]);
  await first.stop();
  const next = await open(folder, first.clock);
  expect(next.checks.all()).toEqual(first.checks.all());
  await removePushCheck(kept, 'backup');
  await soon(() => next.checks.all()).toEqual([]);
  expect(next.pushChecks.accepts('backup', token)).toBe(false);
});

it.each([
  ['', 'it is not JSON'],
  ['{"beats":[{"name":"backup"', 'it is not JSON'],
  ['{"beats":[{"name":"backup"}]}', 'beats[0].hash must be a hash: 64 hexadecimal digits'],
])('reports beats that cannot be read, and goes on: %j', async (text, problem) => {
  const folder = temporaryTree({ 'beats.json': text });
  const { checks, problems } = await open(folder);
  expect(checks.all()).toEqual([]);
  const path = `${folder}/beats.json`;
  const sentence = `${path} does not hold beats: ${problem}. Repair or remove it. No beat is checked until then.`;
  expect(problems.list()).toEqual([{ path, sentence }]);
});
