/** Rules for memory shortage and growth. */
import { bytesIn } from '../../core/amount-words.ts';
import { say, saying, type Sentence, type Word } from '../../core/said.ts';
import { percentIn, rateIn, spanWord, STALL_PERCENT } from '../amounts.ts';
import type { TimeSpan } from '../explanation.ts';
import { MOST } from '../../show/display/culprit-words.ts';
import { evidenceOf, type Facts, risenOf, spanAround } from '../facts.ts';
import type { Use } from '../programs.ts';
import { present, rankCorrelation } from '../statistics.ts';
import { hasPressure } from '../symptoms.ts';
import type { SeriesLevel } from '../tracks.ts';
import { type Rule, unusual, stall, stalledShare, who, nameOf, spanOfEvents, eventsSaid } from './rule.ts';

/** Idle agents read control groups this often, and a value covers the time before it. */
const GROUPS_MS = 30_000;

export const oom: Rule = {
  name: 'oom-kill',
  cause: 'oom',
  needs: {},
  find(facts) {
    const kills = facts.began('OOM_KILL');
    if (kills.length > 0) {
      const span = spanOfEvents(kills, facts);
      return {
        span,
        ...saying('{when}, {events}', { when: spanWord(span, true), events: eventsSaid(kills) }),
        evidence: evidenceOf(facts.level('mem/percent')),
      };
    }
    const group = facts
      .levels('cgroups', 'oom_kills', 1)
      .find((level) => killsBefore(level, facts) < level.value);
    if (group === undefined) return null;
    return {
      span: group.span,
      ...saying('Memory of {group} ran out {when}, and the kernel killed its processes.', {
        group: group.track.info.item ?? '',
        when: spanWord(group.span),
      }),
      evidence: evidenceOf(group),
    };
  },
};

/** A group created during the agent's run has had no earlier kills. */
function killsBefore({ track }: SeriesLevel, { tracks }: Facts): number {
  const known = present(track.before).at(-1);
  if (known !== undefined) return known;
  const cpu = tracks.get('cpu/total') ?? track;
  const first = track.window.findIndex((one) => !Number.isNaN(one));
  const recorded = present(cpu.before).length + present(cpu.window.subarray(0, first)).length;
  return recorded * tracks.step > GROUPS_MS ? 0 : (track.window[first] ?? 0);
}

export const memory: Rule = {
  name: 'memory-thrash',
  cause: 'memory',
  needs: { mem: 'memory' },
  find(facts) {
    const full = stall(facts, 'memory', 'full');
    const some = stall(facts, 'memory', 'some');
    const used = facts.level('mem/percent');
    const swapped = facts.level('paging/swapped_in_rate_per_sec');
    const limit = facts
      .levels('cgroups', 'memory_limit_hits_rate_per_sec')
      .find((level) => unusual(level, 1));
    const waiting = unusual(full, 4 / STALL_PERCENT) ? full : unusual(some, 8 / STALL_PERCENT) ? some : null;
    const waits = waiting !== null;
    const swaps = unusual(swapped, 2 ** 20);
    const scarce = unusual(used, 90) && risenOf(used) >= 5;
    // A group whose page cache fills its limit is fine as long as no task waits.
    const limits = limit !== undefined && (waits || !hasPressure(facts.tracks));
    if (!waits && !swaps && !scarce && !limits) return null;
    const span = spanAround(waits ? waiting : swaps ? swapped : scarce ? used : (limit ?? null));
    if (span === null) return null;
    const users = who(facts, 'memory', span);
    const isKnown = users !== '';
    const share = stalledShare(full !== null && stalledShare(full) >= 1 ? full : some);
    const why = [
      ...(limits ? [say('{group} reached its limit', { group: limit.track.info.item ?? '' })] : []),
      ...(waits ? [say('tasks waited for memory {share} of the time', { share: percentIn(share) })] : []),
      ...(!waits && swaps ? [say('{rate} came back from swap', { rate: rateIn(swapped.value) })] : []),
      ...(!waits && scarce ? [say('{share} was in use', { share: percentIn(used.value) })] : []),
    ];
    return {
      span,
      ...saying('Memory was scarce {when}: {why}{who}{grew}.', {
        when: spanWord(span),
        why: why.reduce((first, second) => say('{first} and {second}', { first, second })),
        who: isKnown ? users : who(facts, 'disk', span),
        grew: isKnown ? growthOf(facts, span) : '',
      }),
      evidence: evidenceOf(full, some, used, swapped, limit ?? null).filter(
        ({ series }) => (facts.level(series)?.value ?? 0) > 0,
      ),
    };
  },
};

/** `, which grew by 7.7 GiB`: the program that has most of what was added. */
function growthOf(facts: Facts, span: TimeSpan): Word {
  const [first] = facts.culprits('memory', span)?.programs ?? [];
  const use = facts
    .more('memory')
    .find(({ program, container }) => program === first?.name && container === first.container);
  const isMost = (first?.percent ?? 0) > MOST;
  return isMost && use && use.before.length > 0
    ? say(', which grew by {size}', { size: bytesIn(use.value - use.usual) })
    : '';
}

/** Least entries that show growth; with fewer, total memory must grow throughout. */
const GROWING = 6;
const FEWEST = 2;
const STEADILY = 0.7;
/** Share of total memory that a program takes within one entry. */
const FAST_SHARE = 0.15;
/** Of a step of even growth. */
const CLIMB = 0.25;

export const leak: Rule = {
  name: 'leak',
  cause: 'leak',
  needs: { mem: 'memory' },
  find(facts) {
    const { before, window } = facts.tracks;
    const recorded = facts.tracks.recordOf('mem/percent') ?? facts.tracks.recordOf('mem/used');
    if (recorded === null) return null;
    for (const use of facts.programs.uses.filter(({ metric }) => metric === 'memory')) {
      const values = [...use.before, ...use.window].filter((one) => one > 0);
      const last = values.at(-1) ?? 0;
      const isFast = values.length === 1 && last - use.usual >= FAST_SHARE * (facts.memory ?? Infinity);
      const [first = 0] = isFast ? [use.usual] : values;
      const ups = values.filter((one, index) => index > 0 && one > (values[index - 1] as number)).length;
      const least = Math.max(64 * 2 ** 20, 0.01 * (facts.memory ?? 0));
      const isLong =
        values.length >= GROWING ||
        (values.length >= FEWEST && isGrowing(facts)) ||
        (isFast && isClimbing(facts, last - use.usual));
      if (!isLong || ups < 0.85 * (values.length - 1) || last - first < least || last < 1.3 * first) continue;
      return {
        span: window,
        ...growthSentence(use, last - first, last, {
          span: { from: Math.max(before.from, recorded.from), to: window.to },
          isLong: recorded.isLong,
        }),
        evidence: evidenceOf(facts.level('mem/used'), facts.level('mem/percent')),
      };
    }
    return null;
  },
};

/** A short record shows growth, but not that it goes on. */
function growthSentence(
  use: Use,
  by: number,
  to: number,
  { span, isLong }: { readonly span: TimeSpan; readonly isLong: boolean },
): Sentence {
  const values = { program: nameOf(use), by: bytesIn(by), when: spanWord(span), to: bytesIn(to) };
  return isLong
    ? saying('{program} only grows: by {by} {when}, to {to}.', values)
    : saying(
        '{program} grew by {by} {when}, to {to}. Less than ten minutes are recorded, so it may have only started.',
        values,
      );
}

/** True if used memory rises most of the time; a starting program takes its memory at once. */
function isClimbing({ tracks }: Facts, added: number): boolean {
  const values = present(tracks.get('mem/used')?.window ?? []);
  const least = (added / values.length) * CLIMB;
  const climbs = values.filter((one, index) => index > 0 && one - (values[index - 1] as number) >= least);
  return values.length >= GROWING && climbs.length >= values.length / 2;
}

/** True if used memory rises throughout the window. */
function isGrowing({ tracks }: Facts): boolean {
  const values = [...present(tracks.get('mem/used')?.window ?? [])];
  const order = values.map((_, index) => index);
  return values.length >= GROWING && rankCorrelation(order, values) >= STEADILY;
}
