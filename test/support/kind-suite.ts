/** Required behaviour of every alert kind, from the cases of its test. */
import { describe, expect, it } from 'vitest';
import type { FailureRule } from '../../src/core/failure-rule.ts';
import { SAVED_EVENT } from '../../src/core/event.ts';
import { isOf } from '../../src/core/shape-check.ts';
import { untranslated } from './catalogues.ts';
import { createKindRig, type InputTexts, type KindRig } from './kind-rig.ts';

/** Values of the inputs, and how long they stay so; default: two seconds. */
export type Step = InputTexts | readonly [values: InputTexts, seconds: number];

export interface KindCases {
  /** All is well, at startup too. */
  fine: InputTexts;
  /** From there to the failure. */
  raise: readonly Step[];
  /** Type of the event, state and sentence. */
  is: readonly [type: string, state: 'WARNING' | 'CRITICAL', sentence: string];
  /** From the failure to its end; for kinds of a moment, until the alert is over. */
  clear: readonly Step[];
  /** Its subject is gone, which ends it. Default: not applicable. */
  gone?: readonly Step[];
  /** Unreadable, which changes nothing. Default: not applicable. */
  unreadable?: readonly Step[];
  /** Inputs of the next agent while the failure continues. Default: the last step of `raise`. */
  afterRestart?: readonly Step[];
  /** It cannot exist at startup, since it is a change. */
  isChange?: true;
  /** It holds back what a single sample shows. */
  isSeenTwice?: true;
  /** Time of the first sample, for kinds that depend on it, in milliseconds since the epoch. */
  start?: number;
}

async function play(rig: KindRig, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (Array.isArray(step)) await rig.feed(...(step as [InputTexts, number]));
    else await rig.feed(step as InputTexts);
  }
}

export function testKind(kind: FailureRule, cases: KindCases): void {
  const { fine, raise, is, clear, gone, unreadable, afterRestart = raise.slice(-1) } = cases;
  const newRig = (): KindRig => createKindRig(kind, cases.start === undefined ? {} : { start: cases.start });
  const [type, state, sentence] = is;
  const started = async (): Promise<KindRig> => {
    const rig = newRig();
    await rig.feed(fine);
    expect(rig.told()).toEqual([]);
    return rig;
  };
  const raised = async (): Promise<KindRig> => {
    const rig = await started();
    await play(rig, raise);
    expect(rig.told()).toEqual([`begin ${type}`]);
    return rig;
  };

  describe(kind.name, () => {
    it('is raised once', async () => {
      const rig = await raised();
      const [change] = rig.changes;
      expect(change).toMatchObject({ event: { state }, finding: { kind: kind.name, sentence } });
      expect(isOf(SAVED_EVENT, change), 'the journal reads it').toBe(true);
      expect(untranslated(sentence, change?.finding?.said)).toEqual([]);
      await play(rig, raise.slice(-1));
      if (kind.isMoment !== true) expect(rig.told()).toEqual([]);
    });

    it('is cleared', async () => {
      const rig = await raised();
      await play(rig, clear);
      expect(rig.told()).toEqual(kind.isMoment ? [] : [`end ${type}`]);
      expect(rig.ongoing()).toEqual([]);
      // It is listed as ended, even if it was short.
      expect(rig.list()).toMatchObject([{ type, end: expect.any(Number) as number, desc: '' }]);
      expect(rig.list()[0]?.end).toBeGreaterThan(0);
    });

    it.skipIf(gone === undefined)('ends when its subject is gone', async () => {
      const rig = await raised();
      await play(rig, gone ?? []);
      expect(rig.told()).toEqual([`end ${type}`]);
    });

    it.skipIf(unreadable === undefined)('neither begins nor ends while nothing can be read', async () => {
      const rig = await raised();
      await play(rig, unreadable ?? []);
      expect(rig.told()).toEqual([]);
      expect(rig.ongoing()).toHaveLength(1);
      const next = rig.restart();
      await play(next, unreadable ?? []);
      expect(next.told().filter((text) => !text.startsWith('continue'))).toEqual([]);
      expect(next.ongoing()).toHaveLength(1);
    });

    it.skipIf(cases.isChange === true)(
      kind.atStart === 'notify'
        ? 'is notified when it exists at startup'
        : 'is silent when it exists at startup',
      async () => {
        const rig = newRig();
        if (cases.isSeenTwice) await play(rig, raise);
        else await rig.feed({ ...fine, ...lastValues(raise) }, secondsOf(raise));
        expect(rig.told()).toEqual([`begin ${type}${kind.atStart === 'notify' ? '' : ' (old)'}`]);
        await play(rig, clear);
        expect(rig.told()).toEqual([`end ${type}${kind.atStart === 'notify' ? '' : ' (old)'}`]);
        await play(rig, raise);
        expect(rig.told().at(-1)).toMatch(/^(begin|resume) [^(]*$/);
      },
    );

    it.each([20, 3600])('goes on after a restart that took %i s', async (pause) => {
      const rig = await raised();
      await rig.feed({}, kind.delay ?? 0);
      expect(rig.notified()).toEqual([`begin ${state}`]);
      const next = rig.restart(pause);
      await next.feed({ ...fine, ...lastValues(afterRestart) }, secondsOf(afterRestart));
      if (kind.isMoment) return expect(next.told()).toEqual([]);
      expect(next.told()).toEqual([`continue ${type}`]);
      expect(next.notified(), 'nobody is notified twice').toEqual([]);
      expect(next.ongoing()[0]?.event.begin).toBe(rig.ongoing()[0]?.event.begin);
      await play(next, clear);
      expect(next.told()).toEqual([`end ${type}`]);
    });

    it.skipIf(kind.isMoment)('has ended when the next agent finds nothing of it', async () => {
      const next = (await raised()).restart();
      await next.feed(fine);
      expect(next.told()).toEqual([`end ${type}`]);
    });
  });
}

const valuesIn = (step: Step): InputTexts => (Array.isArray(step) ? step[0] : step) as InputTexts;
const lastValues = (steps: readonly Step[]): InputTexts =>
  Object.assign({}, ...steps.map(valuesIn)) as InputTexts;
const secondsOf = (steps: readonly Step[]): number => {
  const last = steps.at(-1);
  return Array.isArray(last) ? (last[1] as number) : 2;
};
