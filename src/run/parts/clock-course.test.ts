import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { SETTLE_MS } from '../../core/course.ts';
import { openCourse } from './clock-course.ts';

const YEAR = 365 * SETTLE_MS;

it('keeps the course of the clock over restarts', async () => {
  const environment = { STATE_DIRECTORY: temporaryTree() };
  const { problems, sentences } = keptProblems();
  const { clock: first, keep } = openCourse(environment, problems);
  expect(first.settled()).toBeLessThan(SETTLE_MS);
  await keep()();
  const path = `${environment.STATE_DIRECTORY}/clock.json`;
  const saved = JSON.parse(readFileSync(path, 'utf8')) as ReturnType<typeof first.course>;
  // It has run for a day.
  writeFileSync(path, JSON.stringify({ ...saved, ran: SETTLE_MS }));
  const next = openCourse(environment, problems).clock;
  expect(next.now() - next.settled()).toBeLessThan(1000);
  // The clock of that run was a year behind.
  writeFileSync(path, JSON.stringify({ ...saved, ran: SETTLE_MS, wall: saved.wall - YEAR }));
  const jumped = openCourse(environment, problems).clock;
  expect(jumped.now() - jumped.settled()).toBeGreaterThan(0.99 * YEAR);
  expect(sentences).toEqual([]);
});

it('begins anew with a file that makes no sense, and without a folder', async () => {
  const environment = { STATE_DIRECTORY: temporaryTree({ 'clock.json': '{' }) };
  const { problems, sentences } = keptProblems();
  const { clock, keep } = openCourse(environment, problems);
  expect(clock.settled()).toBeLessThan(SETTLE_MS);
  await keep()();
  expect(JSON.parse(readFileSync(`${environment.STATE_DIRECTORY}/clock.json`, 'utf8'))).toHaveProperty('ran');
  expect(sentences).toEqual([
    expect.stringMatching(/clock\.json is damaged: .*\. Nothing old is deleted before/),
    expect.stringMatching(/clock\.json was damaged, and is kept as .*unreadable-\d+\./),
  ]);
  await openCourse({}, problems).keep()();
});
