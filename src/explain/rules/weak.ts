/** Weaker sentences, where no rule has its full proof: what is there, and what is not known. */
import { percentText, rateText, seriesText, spanWords } from '../amounts.ts';
import { addedOf, evidenceOf, risenOf } from '../facts.ts';
import { hasPressure } from '../symptoms.ts';
import { lasts, type Rule, unusual, who } from './rule.ts';

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
      sentence: `Processes that ended at once used ${percentText(ended.value)} of a core ${spanWords(ended.span)}${who(facts, 'cpu', ended.span)}.`,
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
      sentence: `${group.track.info.item} was throttled in ${percentText(group.value)} of the periods ${spanWords(group.span)}: its CPU quota was used up at times.`,
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
      sentence: `${item} filled by ${percentText(risenOf(level))}, to ${percentText(level.value)}, ${spanWords(level.span)}${who(facts, 'disk', level.span, ', while data were written: ')}.`,
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
        ? `${item} was busy ${percentText(level.value)} of the time`
        : `${seriesText(level.track.info)}: ${Math.round(level.value)} requests per second`;
    const amount = bytes === null ? '' : ` at ${rateText(bytes.value)}`;
    return {
      span: level.span,
      sentence: `${what}${amount} ${spanWords(level.span)}${who(facts, 'disk', level.span)}. Whether tasks waited for it is not known.`,
      evidence: evidenceOf(busy ?? null, count ?? null, bytes),
    };
  },
};

/** In the order of precedence. */
export const WEAK_RULES: readonly Rule[] = [filling, throttledAtTimes, shortLived, diskBusy];
