import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { PushCheck } from './push-check-file.ts';
import { hashSecret } from '../../net/credentials/secrets-file.ts';
import { createPushChecks } from './push-checks.ts';
import { inWords } from './in-words.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 25, 2);
const backup: PushCheck = {
  name: 'backup',
  hash: hashSecret('token'),
  created: new Date(START).toISOString(),
  every: 24 * HOUR,
  grace: HOUR,
};
const ok = { up: true, ms: null, text: null };

function rig(path = `${temporaryTree()}/beat-calls.json`, clock = createFakeClock(START)) {
  const { problems, sentences } = keptProblems();
  let calls = 0;
  const pushChecks = createPushChecks({
    clock,
    kept: [backup],
    path,
    onCall: () => void (calls += 1),
    problems,
  });
  const state = () =>
    pushChecks.results().map(({ up, reason, since, due, checked }) => ({ up, reason, since, due, checked }));
  return { pushChecks, clock, path, sentences, state, calls: () => calls };
}

describe('beats', () => {
  it('accept the name with its token only', () => {
    const { pushChecks } = rig();
    expect(pushChecks.accepts('backup', 'token')).toBe(true);
    for (const [name, token] of [
      ['backup', ''],
      ['backup', 'Token'],
      ['backup', hashSecret('token')],
      ['other', 'token'],
      ['__proto__', ''],
    ] as const)
      expect(pushChecks.accepts(name, token), `${name} ${token}`).toBe(false);
  });

  it('are unknown until the first call is overdue', async () => {
    const { clock, state } = rig();
    await clock.advance(25 * HOUR);
    expect(state()).toMatchObject([
      { up: null, reason: 'backup has not called yet', due: START + 24 * HOUR },
    ]);
    await clock.advance(1);
    expect(state()).toMatchObject([
      {
        up: false,
        reason: 'backup has not called since it was added (every 1 d, grace 1 h)',
        since: START + 25 * HOUR,
      },
    ]);
  });

  it('are up from a call until the next one is overdue', async () => {
    const { pushChecks, clock, state, calls } = rig();
    await clock.advance(HOUR);
    expect(pushChecks.call('backup', ok)).toBe(START + 25 * HOUR);
    expect(calls()).toBe(1);
    expect(state()).toMatchObject([{ up: true, reason: null, since: START + HOUR, checked: START + HOUR }]);
    await clock.advance(24 * HOUR);
    pushChecks.call('backup', ok);
    expect(state()).toMatchObject([{ up: true, since: START + HOUR }]);
    await clock.advance(25 * HOUR + 1);
    expect(state()).toMatchObject([
      {
        up: false,
        since: START + 50 * HOUR,
        reason: 'backup has not called since 2026-11-26 03:00 UTC (every 1 d, grace 1 h)',
      },
    ]);
    pushChecks.call('backup', ok);
    expect(state()).toMatchObject([{ up: true, since: START + 50 * HOUR + 1 }]);
  });

  it('are down when a program reports a failure, in one line without secrets', () => {
    const { pushChecks, state } = rig();
    pushChecks.call('backup', { up: false, ms: 1500, text: 'disk\nfull\u001b[1m token=hunter2' });
    expect(state()).toMatchObject([
      { up: false, reason: 'backup reports a failure: disk full [1m token=********' },
    ]);
    expect(pushChecks.results()).toMatchObject([{ response: 1.5, failures: 1 }]);
    pushChecks.call('backup', { up: false, ms: null, text: 'x'.repeat(1000) });
    expect(state()[0]?.reason).toHaveLength('backup reports a failure: '.length + 200);
  });

  it('survive a restart, in a file for the owner only', async () => {
    const { pushChecks, clock, path, state } = rig();
    pushChecks.call('backup', { up: true, ms: 5, text: 'done' });
    await pushChecks.stop();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain('token');
    expect(rig(path, clock).state()).toEqual(state());
  });

  it('write calls that come together once', async () => {
    const { pushChecks, clock, path } = rig();
    for (let count = 0; count < 100; count += 1) pushChecks.call('backup', ok);
    expect(() => statSync(path)).toThrow('ENOENT');
    await clock.advance(1000);
    await pushChecks.stop();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(1);
  });

  it('keep a damaged file aside, and go on', async () => {
    const path = `${temporaryTree()}/beat-calls.json`;
    writeFileSync(path, '[{"name":1}]');
    const { pushChecks, sentences, state } = rig(path);
    expect(sentences).toEqual([
      `${path} is damaged: [0].name must be a text. Calls of beats are lost in a restart.`,
    ]);
    pushChecks.call('backup', ok);
    await pushChecks.stop();
    expect(state()).toMatchObject([{ up: true }]);
    expect(sentences[1]).toMatch(/is kept as .*unreadable-\d+\./);
  });

  it('follow changes of their list', () => {
    const { pushChecks, state } = rig();
    pushChecks.call('backup', ok);
    pushChecks.replace([
      { ...backup, every: HOUR },
      { ...backup, name: 'other' },
    ]);
    expect(state()).toMatchObject([{ up: true, due: START + HOUR }, { up: null }]);
    pushChecks.replace([]);
    expect(state()).toEqual([]);
    expect(pushChecks.accepts('backup', 'token')).toBe(false);
  });
});

it.each([
  [86_400_000, '1 d'],
  [5_400_000, '90 min'],
  [30_000, '30 s'],
  [7_200_000, '2 h'],
])('%d is %s', (ms, words) => {
  expect(inWords(ms)).toBe(words);
});

/** Clocks that are set, forwards and backwards, also while no agent runs. */
describe.each([3 * HOUR, -3 * HOUR, 3650 * 24 * HOUR])('a clock that is set by %i ms', (step) => {
  it('makes no beat late, and none in time', async () => {
    const { pushChecks, clock, state } = rig();
    pushChecks.call('backup', ok);
    clock.step(step);
    await clock.advance(25 * HOUR);
    expect(state()).toMatchObject([{ up: true, due: clock.now() - HOUR }]);
    await clock.advance(1);
    expect(state()).toMatchObject([{ up: false, since: clock.now() - 1 }]);
  });

  it('makes a beat that has not called yet no later', async () => {
    const { clock, state } = rig();
    clock.step(step);
    await clock.advance(25 * HOUR);
    expect(state()).toMatchObject([{ up: null }]);
    await clock.advance(1);
    expect(state()).toMatchObject([{ up: false }]);
  });

  it('does not move what an earlier run heard', async () => {
    const { pushChecks, clock, path } = rig();
    pushChecks.call('backup', ok);
    await clock.advance(HOUR);
    await pushChecks.stop();
    const next = rig(path, clock);
    clock.step(step);
    await clock.advance(24 * HOUR);
    expect(next.state()).toMatchObject([{ up: true }]);
    await clock.advance(1);
    expect(next.state()).toMatchObject([{ up: false }]);
  });
});
