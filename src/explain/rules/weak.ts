/** Weaker sentences, where no rule has its full proof: what is there, and what is not known. */
import { say, saying } from '../../core/said.ts';
import { percentIn, rateIn, seriesWord, spanWord } from '../amounts.ts';
import { addedOf, evidenceOf, risenOf } from '../facts.ts';
import { hasPressure } from '../symptoms.ts';
import { lasts, type Rule, unusual, who, WRITING } from './rule.ts';

/** Percent of one core. */
const MUCH_CPU = 40;

const shortLived: Rule = {
  name: 'short-lived-processes',
  cause: 'processes',
  needs: {},
  find(facts) {
    const ended = facts.level('processcount/ended_cpu_percent');
    if (!unusual(ended, MUCH_CPU) || !lasts(ended.span, facts)) return null;
    return {
      span: ended.span,
      ...saying('Processes that ended at once used {share} of a core {when}{who}.', {
        share: percentIn(ended.value),
        when: spanWord(ended.span),
        who: who(facts, 'cpu', ended.span),
      }),
      evidence: evidenceOf(ended, facts.level('cpu/total')),
    };
  },
};

const throttledAtTimes: Rule = {
  name: 'cgroup-throttled-at-times',
  cause: 'throttled',
  needs: {},
  find(facts) {
    const group = facts.levels('cgroups', 'throttled').find((level) => unusual(level, 5));
    if (group === undefined) return null;
    return {
      span: group.span,
      ...saying(
        '{group} was throttled in {share} of the periods {when}: its CPU quota was used up at times.',
        {
          group: group.track.info.item ?? '',
          share: percentIn(group.value),
          when: spanWord(group.span),
        },
      ),
      evidence: evidenceOf(group),
    };
  },
};

/** Points of a file system, of which its rule needs the end. */
const FILLED = 3;

const filling: Rule = {
  name: 'disk-filling',
  cause: 'disk-full',
  needs: {},
  find(facts) {
    const level = facts
      .levels('fs', 'percent', 1)
      .find((one) => one.hasUsual && one.value - (one.spread?.high ?? one.value) >= FILLED);
    if (level === undefined) return null;
    const { item } = level.track.info;
    return {
      span: level.span,
      ...saying('{item} filled by {by}, to {to}, {when}{who}.', {
        item: item ?? '',
        by: percentIn(risenOf(level)),
        to: percentIn(level.value),
        when: spanWord(level.span),
        who: who(facts, 'disk', level.span, WRITING),
      }),
      evidence: evidenceOf(level),
    };
  },
};

/** Requests of a disk in a second, such as those of programs that write each record at once. */
const MANY_REQUESTS = 100;
const BUSY = 30;

const diskBusy: Rule = {
  name: 'disk-busier',
  cause: 'disk',
  needs: {},
  find(facts) {
    const busy = facts.levels('diskload', 'busy').find((level) => unusual(level, BUSY));
    const counts = ['read', 'write'].flatMap((way) =>
      facts.levels('diskio', `${way}_count_rate_per_sec`).filter((level) => unusual(level, MANY_REQUESTS)),
    );
    const [count] = counts.sort((a, b) => addedOf(b) - addedOf(a));
    const level = busy ?? count;
    // With pressure, whether tasks waited is known.
    if (level === undefined || hasPressure(facts.tracks) || !lasts(level.span, facts)) return null;
    const { item, field } = level.track.info;
    const bytes = facts.level(
      `diskio/${item}_${field.startsWith('read') ? 'read' : 'write'}_bytes_rate_per_sec`,
    );
    const what =
      level === busy
        ? say('{item} was busy {share} of the time', { item: item ?? '', share: percentIn(level.value) })
        : say('{series}: {count} requests per second', {
            series: seriesWord(level.track.info),
            count: Math.round(level.value),
          });
    const amount = bytes === null ? '' : say(' at {rate}', { rate: rateIn(bytes.value) });
    return {
      span: level.span,
      ...saying('{what}{amount} {when}{who}. Whether tasks waited for it is not known.', {
        what,
        amount,
        when: spanWord(level.span),
        who: who(facts, 'disk', level.span),
      }),
      evidence: evidenceOf(busy ?? null, count ?? null, bytes),
    };
  },
};

/** In the order of precedence. */
export const WEAK_RULES: readonly Rule[] = [filling, throttledAtTimes, shortLived, diskBusy];
