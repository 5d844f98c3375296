/** Rules for a busy, stolen or throttled CPU. */
import type { Phrase } from '../../core/phrase.ts';
import { type Said, say, saying, type Sentence, sentenceOf } from '../../core/said.ts';
import { percentIn, recurrenceWord, spanWord, STALL_PERCENT } from '../amounts.ts';
import type { Verdict } from '../explanation.ts';
import { addedOf, evidenceOf, type Facts } from '../facts.ts';
import { recurrenceOf, type SeriesLevel, usualMedian } from '../tracks.ts';
import { lasts, type Rule, unusual, stall, who, spanOfEvents, eventsSaid } from './rule.ts';

export const throttled: Rule = {
  name: 'cgroup-throttled',
  cause: 'throttled',
  needs: { cgroups: 'throttling of control groups' },
  find(facts) {
    const group = facts.levels('cgroups', 'throttled').find((level) => unusual(level, 20));
    if (group === undefined) return null;
    return {
      span: group.span,
      ...saying('{group} was throttled {when}: its CPU quota was used up in {share} of the periods.', {
        group: group.track.info.item ?? '',
        when: spanWord(group.span),
        share: percentIn(group.value),
      }),
      evidence: evidenceOf(
        group,
        facts.level(`cgroups/${group.track.info.item}_throttled_time_rate_per_sec`),
      ),
    };
  },
};

export const steal: Rule = {
  name: 'steal',
  cause: 'steal',
  needs: { cpu: 'stolen CPU time' },
  find(facts) {
    const level = facts.level('cpu/steal');
    if (!unusual(level, 10)) return null;
    return {
      span: level.span,
      ...saying('The hypervisor withheld {share} of the CPU time {when}: other virtual machines used it.', {
        share: percentIn(level.value),
        when: spanWord(level.span),
      }),
      evidence: evidenceOf(level, facts.level('cpu/total')),
    };
  },
};

const HOT = 90;

export const thermal: Rule = {
  name: 'thermal',
  cause: 'thermal',
  needs: {},
  find(facts) {
    const events = facts.began('SENSOR_HOT');
    const hot = facts
      .levels('sensors', 'value')
      .find((level) => unusual(level, HOT) && level.track.info.unit !== 'R' && level.value < 150);
    if (events.length === 0 && hot === undefined) return null;
    const span = hot?.span ?? spanOfEvents(events, facts);
    return {
      span,
      ...(hot === undefined
        ? sentenceOf(eventsSaid(events))
        : saying('{sensor} was at {value} °C {when}: hot processors slow down.', {
            sensor: hot.track.info.item ?? '',
            value: Math.round(hot.value),
            when: spanWord(span),
          })),
      evidence: evidenceOf(hot ?? null),
    };
  },
};

/** Smaller increases are normal for programs at work. */
const MANY = { total: 100, thread: 1000 };

export const processes: Rule = {
  name: 'too-many-processes',
  cause: 'processes',
  needs: { processcount: 'numbers of processes' },
  find(facts) {
    const grown = Object.entries(MANY).flatMap(([field, least]) => {
      const level = facts.level(`processcount/${field}`);
      const most = level?.spread === null ? Number.POSITIVE_INFINITY : (level?.spread?.high ?? 0);
      return level !== null && level.isUnusual && level.value - most >= Math.max(least, 0.5 * most)
        ? [level]
        : [];
    });
    const forks = facts.level('paging/minor_faults_rate_per_sec');
    const kernel = kernelShare(facts);
    const running = facts.level('processcount/running');
    // Short-lived processes are never counted, but cost page faults and kernel time.
    const storms =
      unusual(forks, 20_000 * Math.sqrt(facts.cores)) &&
      forks.value >= 4 * usualMedian(forks) &&
      kernel >= 0.4 &&
      isBusy(facts) &&
      facts.more('memory').length === 0;
    const isFelt = isBusy(facts) || (running?.isUnusual === true && addedOf(running) >= 10);
    const level = (isFelt ? grown[0] : undefined) ?? (storms ? forks : null);
    if (level === null) return null;
    return {
      span: level.span,
      ...saying(level === forks ? 'New processes were started all the time {when}{who}.' : manyText(level), {
        count: Math.round(level.value),
        more: Math.round(addedOf(level)),
        when: spanWord(level.span),
        who: who(facts, 'cpu', level.span),
      }),
      evidence: evidenceOf(...grown, running, storms ? forks : null),
    };
  },
};

function manyText({ track, hasUsual }: SeriesLevel): Phrase {
  if (track.info.field === 'thread')
    return hasUsual
      ? 'There were {count} threads, {more} more than usual, {when}{who}.'
      : 'There were {count} threads, {more} more than before, {when}{who}.';
  return hasUsual
    ? 'There were {count} processes, {more} more than usual, {when}{who}.'
    : 'There were {count} processes, {more} more than before, {when}{who}.';
}

/** Percent of a CPU without idle time. */
const FULL = 95;
const isBusy = (facts: Facts): boolean => {
  const total = facts.level('cpu/total');
  if (total === null || !lasts(total.span, facts)) return false;
  const waiting = stall(facts, 'cpu', 'some');
  const high = unusual(total, 85) && addedOf(total) >= 15;
  const waits = unusual(waiting, 25 / STALL_PERCENT) && total.value >= 60 && addedOf(total) >= 10;
  // One program on one of few cores. Without earlier history it may be the usual load.
  const one = total.spread !== null && total.isUnusual && addedOf(total) >= Math.max(25, 80 / facts.cores);
  return high || waits || one;
};

/** Kernel share of the additional CPU time. */
function kernelShare(facts: Facts): number {
  const total = addedOf(facts.level('cpu/total'));
  const kernel = addedOf(facts.level('cpu/system')) + addedOf(facts.level('cpu/irq')) + softirqOf(facts);
  return total <= 0 ? 0 : kernel / total;
}

/** Mean excess over all cores. */
function softirqOf(facts: Facts): number {
  const levels = facts.levels('percpu', 'softirq');
  return levels.length === 0 ? 0 : levels.reduce((sum, level) => sum + addedOf(level), 0) / levels.length;
}

export const kernel: Rule = {
  name: 'cpu-kernel',
  cause: 'cpu-kernel',
  needs: { cpu: 'CPU' },
  find(facts) {
    const total = facts.level('cpu/total');
    if (total === null || !isBusy(facts) || kernelShare(facts) < 0.6) return null;
    const soft = softirqOf(facts) >= 0.3 * addedOf(total);
    const [device] = facts
      .levels('packets', 'received_rate_per_sec')
      .filter((level) => level.isUnusual && addedOf(level) >= 1000)
      .sort((a, b) => addedOf(b) - addedOf(a));
    const why =
      device !== undefined
        ? say(', with {count} packets per second on {device}', {
            count: Math.round(device.value),
            device: device.track.info.item ?? '',
          })
        : soft
          ? say(', mostly in interrupts of devices')
          : '';
    return {
      span: total.span,
      ...saying('The kernel used the CPU {when}: CPU at {share}{why}{who}.', {
        when: spanWord(total.span),
        share: percentIn(total.value),
        why,
        who: who(facts, 'cpu', total.span),
      }),
      evidence: evidenceOf(total, facts.level('cpu/system'), facts.level('cpu/irq'), device ?? null),
    };
  },
};

/** @param as how usual it is; null: unknown */
const busySentence = (total: SeriesLevel, facts: Facts, as: Said | null = null): Sentence => {
  const values = {
    share: percentIn(total.value),
    when: spanWord(total.span),
    who: who(facts, 'cpu', total.span),
  };
  return as === null
    ? saying('CPU at {share} {when}{who}.', values)
    : saying('CPU at {share} {when}{who}, {as}.', { ...values, as });
};

/** A CPU without idle time, though that is nothing unusual; null: it has some. Whatever is merely unusual explains less. */
export function fullCpu(facts: Facts): Verdict | null {
  const total = facts.level('cpu/total');
  if (total === null || total.value < FULL || !lasts(total.span, facts)) return null;
  const recurrence = recurrenceOf(total.track, total.value);
  const as =
    recurrence === null
      ? total.hasUsual
        ? say('as before')
        : null
      : recurrenceWord(recurrence, total.span.from);
  return {
    span: total.span,
    evidence: evidenceOf(total),
    cause: recurrence === null ? 'cpu' : 'none',
    rule: 'cpu-full',
    ...busySentence(total, facts, as),
  };
}

export const cpu: Rule = {
  name: 'cpu-saturated',
  cause: 'cpu',
  needs: { cpu: 'CPU' },
  find(facts) {
    const total = facts.level('cpu/total');
    if (total === null || !isBusy(facts)) return null;
    return {
      span: total.span,
      ...busySentence(total, facts),
      evidence: evidenceOf(total, stall(facts, 'cpu', 'some'), facts.level('load/min1')),
    };
  },
};
