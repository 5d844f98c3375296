import { describe, expect, it } from 'vitest';
import { isFull } from '../../../test/support/full-run.ts';
import { createToldRig, type Sections } from '../../../test/support/told-rig.ts';
import { PROMPT } from '../../measure/levels/alert-delays.ts';

const MINUTE = 60;

/** It is 21:00 at the start. `night` is quiet from 20:00 to 21:20. */
const TARGETS: Sections = {
  all: {},
  night: { quiet_hours: '20:00-21:20', quiet_hours_critical: 'False' },
  critical: { min_level: 'critical' },
  refusing: {},
};

type Rig = Awaited<ReturnType<typeof createToldRig>>;
type Course = (rig: Rig) => Promise<unknown>;

const inWarning =
  (seconds: number): Course =>
  (rig) =>
    rig.cpu('WARNING', seconds);
const isFine =
  (seconds: number): Course =>
  (rig) =>
    rig.cpu('OK', seconds);
const isCritical =
  (seconds: number): Course =>
  (rig) =>
    rig.cpu('CRITICAL', seconds);
const silenced: Course = async (rig) => rig.silenced.add('CPU_TOTAL');
const unsilenced: Course = (rig) => rig.unsilence('CPU_TOTAL');
const moment: Course = (rig) => rig.moment();

const DELAYED = { ...PROMPT, warningFor: 300, criticalFor: 300 };

interface Case {
  readonly start?: string;
  readonly delays?: typeof PROMPT;
  readonly before: readonly Course[];
  readonly after: readonly Course[];
  /** Notices sent after the restart, by target. */
  readonly expected: Readonly<Record<string, readonly string[]>>;
}

const BEGIN = 'begin CPU_TOTAL';
const END = 'end CPU_TOTAL';
const KILLED = 'begin OOM_KILL';

const CASES: Readonly<Record<string, Case>> = {
  'before an alert is notified, which goes on': {
    delays: DELAYED,
    before: [inWarning(3 * MINUTE)],
    after: [inWarning(25 * MINUTE)],
    expected: { all: [BEGIN], night: [BEGIN] },
  },
  'before an alert is notified, which is over': {
    delays: DELAYED,
    before: [inWarning(3 * MINUTE)],
    after: [isFine(25 * MINUTE)],
    expected: {},
  },
  'after an alert was notified, which goes on': {
    before: [inWarning(5 * MINUTE)],
    after: [inWarning(25 * MINUTE)],
    expected: { night: [BEGIN] },
  },
  'after an alert was notified, which ends in quiet hours': {
    before: [inWarning(5 * MINUTE)],
    after: [isFine(25 * MINUTE)],
    expected: { all: [END] },
  },
  'after an alert was notified, which ends after quiet hours': {
    before: [inWarning(5 * MINUTE)],
    after: [inWarning(25 * MINUTE), isFine(10 * MINUTE)],
    expected: { all: [END], night: [BEGIN, END] },
  },
  'after a change to critical, which ends': {
    before: [inWarning(5 * MINUTE), isCritical(5 * MINUTE)],
    after: [isFine(25 * MINUTE)],
    expected: { all: [END], critical: [END] },
  },
  'before a change to critical': {
    before: [inWarning(5 * MINUTE)],
    after: [isCritical(25 * MINUTE), isFine(5 * MINUTE)],
    expected: { all: ['change CPU_TOTAL', END], night: [BEGIN, END], critical: [BEGIN, END] },
  },
  'while the end waits for the end of quiet hours': {
    start: '2026-01-10T19:30:00Z',
    before: [inWarning(10 * MINUTE), inWarning(25 * MINUTE), isFine(5 * MINUTE)],
    after: [isFine(85 * MINUTE)],
    expected: { night: [END] },
  },
  'while an end waits, and the next alert has begun': {
    start: '2026-01-10T19:30:00Z',
    before: [inWarning(35 * MINUTE), isFine(5 * MINUTE), inWarning(5 * MINUTE)],
    after: [inWarning(85 * MINUTE)],
    expected: { night: [END, BEGIN] },
  },
  'after the end was notified': {
    before: [inWarning(5 * MINUTE), isFine(5 * MINUTE)],
    after: [isFine(25 * MINUTE)],
    expected: {},
  },
  'while an alert is muted, and the silence ends': {
    before: [silenced, inWarning(5 * MINUTE)],
    after: [inWarning(5 * MINUTE), unsilenced, inWarning(25 * MINUTE)],
    expected: { all: [BEGIN], night: [BEGIN] },
  },
  'while an alert is muted, which ends before the silence': {
    before: [silenced, inWarning(5 * MINUTE)],
    after: [isFine(5 * MINUTE), unsilenced, isFine(25 * MINUTE)],
    expected: {},
  },
  'while a change is muted, and the alert ends': {
    before: [inWarning(5 * MINUTE), silenced, isCritical(5 * MINUTE)],
    after: [isFine(25 * MINUTE), unsilenced],
    expected: { all: [END] },
  },
  'while a moment is held': {
    before: [moment, moment],
    after: [isFine(25 * MINUTE)],
    expected: { night: [KILLED, KILLED] },
  },
};

describe.each(['stop', 'kill'] as const)('a restart by %s', (how) => {
  it.each(Object.entries(CASES))('%s', async (_, { before, after, expected, ...setup }) => {
    const first = await createToldRig(TARGETS, { ...setup, refusing: ['refusing'] });
    for (const course of before) await course(first);
    const left = how === 'stop' ? await first.stop() : first.kill();
    await left.clock.advance(10_000);
    const next = await createToldRig(TARGETS, { ...setup, left });
    for (const course of after) await course(next);
    const { refusing, ...others } = next.sent;
    expect(others).toEqual({ all: [], night: [], critical: [], ...expected });
    // It has heard of nothing before: it may get what begins or becomes worse, and only then its end.
    expect(refusing?.[0]?.startsWith('end')).not.toBe(true);
  });
});

it('knows nothing of targets that are gone, and tells new ones nothing of what was', async () => {
  const first = await createToldRig({ old: {} });
  await first.cpu('WARNING', 5 * MINUTE);
  const second = await createToldRig({ fresh: {} }, { left: await first.stop() });
  await second.cpu('WARNING', 5 * MINUTE);
  const third = await createToldRig({ old: {}, fresh: {} }, { left: await second.stop() });
  await third.cpu('OK', 5 * MINUTE);
  expect([first.sent, second.sent, third.sent]).toEqual([
    { old: [BEGIN] },
    { fresh: [] },
    { old: [], fresh: [] },
  ]);
});

it('reminds a target from its last notice on', async () => {
  const targets = { ops: { repeat: '3600' } };
  const first = await createToldRig(targets);
  await first.cpu('WARNING', 50 * MINUTE);
  const next = await createToldRig(targets, { left: first.kill() });
  await next.cpu('WARNING', 8 * MINUTE);
  expect(next.sent).toEqual({ ops: [] });
  await next.cpu('WARNING', 4 * MINUTE);
  expect(next.sent).toEqual({ ops: ['reminder CPU_TOTAL'] });
});

it('that kills the agent at any write loses no notice, and repeats one only under the same id', async () => {
  const targets: Sections = { ops: {}, night: { quiet_hours: '20:00-21:06' } };
  /** @returns whether the agent was killed before its course was over */
  const run = async (lastWrite: number): Promise<boolean> => {
    const first = await createToldRig(targets, { lastWrite });
    await first.moment();
    const hasMoment = !first.isDead();
    await first.cpu('WARNING', MINUTE);
    await first.cpu('OK', 2 * MINUTE);
    const wasKilled = first.isDead();
    const next = await createToldRig(targets, { left: first.kill() });
    await next.cpu('WARNING', MINUTE);
    await next.cpu('OK', 3 * MINUTE);
    for (const name of Object.keys(targets)) {
      const got = [first, next].flatMap(({ sent, ids }) =>
        (sent[name] ?? []).map((text, at) => [ids[name]?.[at], text] as const),
      );
      const unique = [...new Map(got)].map(([, text]) => text);
      const moments = unique.filter((text) => text === KILLED);
      const others = unique.filter((text) => text !== KILLED);
      const pairs = others.map((_, at) => (at % 2 === 0 ? BEGIN : END));
      expect({ lastWrite, name, others }).toEqual({ lastWrite, name, others: pairs });
      expect({ lastWrite, name, ends: others.length % 2, begun: others.length > 0 }).toEqual({
        lastWrite,
        name,
        ends: 0,
        begun: name === 'ops',
      });
      if (hasMoment) expect({ lastWrite, name, moments }).toEqual({ lastWrite, name, moments: [KILLED] });
    }
    return wasKilled;
  };
  let lastWrite = 0;
  while (await run(lastWrite)) lastWrite += isFull ? 1 : 4;
  expect(lastWrite).toBeGreaterThan(50);
});
