/** Rules for pauses of the host, a program or a service. */
import { saying, sentenceOf } from '../../core/said.ts';
import { percentIn, spanWord } from '../amounts.ts';
import { evidenceOf } from '../facts.ts';
import { type Rule, nameOf, spanOfEvents, eventsSaid } from './rule.ts';

const GAP_MS = 30_000;

export const boot: Rule = {
  name: 'boot-or-suspend',
  cause: 'pause',
  needs: {},
  find(facts) {
    const { window } = facts.tracks;
    const mark = facts.marks.find(
      ({ kind, time }) => (kind === 'boot' || kind === 'suspend') && time >= window.from && time < window.to,
    );
    if (mark === undefined) return null;
    const span = { from: mark.time, to: Math.min(window.to, mark.time + GAP_MS) };
    const detail = mark.detail === null ? '' : ` (${mark.detail})`;
    const text =
      mark.kind === 'boot'
        ? 'The machine was started {when}{detail}.'
        : 'The machine had been suspended {when}{detail}.';
    return { span, ...saying(text, { when: spanWord(span), detail }), evidence: [] };
  },
};

export const standstill: Rule = {
  name: 'standstill',
  cause: 'pause',
  needs: {},
  find(facts) {
    const { tracks, marks } = facts;
    const values = tracks.get('cpu/total')?.window;
    if (values === undefined) return null;
    const gap = longestGap(values);
    const span = gap && { from: tracks.timeOf(gap[0]), to: tracks.timeOf(gap[1]) };
    if (span === null || span.to - span.from < Math.max(GAP_MS, 3 * tracks.step)) return null;
    // A stopped agent says nothing about the host.
    const isAgent = marks.some(({ time }) => time >= span.from - 2 * GAP_MS && time <= span.to + GAP_MS);
    if (isAgent) return null;
    return {
      span,
      ...saying('Nothing was recorded {when}: the machine or the agent stood still.', {
        when: spanWord(span),
      }),
      evidence: [],
    };
  },
};

/** Between two values. */
function longestGap(values: Float64Array): readonly [first: number, end: number] | null {
  let best: readonly [number, number] | null = null;
  let last = -1;
  for (const [index, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    if (last >= 0 && index - last > 1 && (best === null || index - last - 1 > best[1] - best[0]))
      best = [last + 1, index];
    last = index;
  }
  return best;
}

export const restarts: Rule = {
  name: 'restart-loop',
  cause: 'restarts',
  needs: {},
  find(facts) {
    const events = facts.began('UNIT_RESTARTING', 'CONTAINER_RESTARTING');
    if (events.length === 0) return null;
    return { span: spanOfEvents(events, facts), ...sentenceOf(eventsSaid(events)), evidence: [] };
  },
};

const STEADY = 30;
/** Percent of the machine, below nearly all values of the time before. */
const LEAST_DROP = 5;

export const stopped: Rule = {
  name: 'programs-stopped',
  cause: 'pause',
  needs: {},
  find(facts) {
    const { uses, hasUsual } = facts.programs;
    const total = facts.level('cpu/total', true);
    // Not by what is unusual: where others came and went before, no drop is.
    if (!total?.spread || total.value >= total.spread.low - LEAST_DROP) return null;
    for (const use of uses.filter(({ metric }) => metric === 'cpu')) {
      const isSteady = use.before.length > 0 && use.before.every((one) => one >= STEADY);
      const rests = use.window.filter((one) => one < 0.05 * use.usual).length;
      if (!isSteady || rests === 0 || rests < use.window.length / 3) continue;
      // A program that has ended leaves its memory behind.
      const memory = uses.find(
        (one) =>
          one.metric === 'memory' &&
          one.program === use.program &&
          one.unit === use.unit &&
          one.container === use.container,
      );
      const stays =
        memory !== undefined && (memory.window.at(-1) ?? 0) >= 0.8 * memory.usual && memory.usual > 0;
      if (!stays) continue;
      const at = use.window.findIndex((one) => one < 0.05 * use.usual);
      const span = {
        from: Math.max(facts.tracks.window.from, (facts.programs.times[at] ?? 0) - 60_000),
        to: facts.tracks.window.to,
      };
      return {
        span,
        ...saying(
          hasUsual
            ? '{program} stood still {when}: it used no CPU, where it usually uses {share} of a core, and kept its memory.'
            : '{program} stood still {when}: it used no CPU, where it used {share} of a core before, and kept its memory.',
          { program: nameOf(use), when: spanWord(span), share: percentIn(use.usual) },
        ),
        evidence: evidenceOf(total),
      };
    }
    return null;
  },
};
