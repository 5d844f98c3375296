/** Rules for full, slow or busy disks and file systems. */
import { say, saying } from '../../core/said.ts';
import { percentIn, rateIn, spanWord, STALL_PERCENT } from '../amounts.ts';
import type { TimeSpan } from '../explanation.ts';
import { addedOf, evidenceOf, type Facts, risenOf, spanAround } from '../facts.ts';
import { meanOf, medianOf } from '../statistics.ts';
import { type SeriesLevel, usualMedian } from '../tracks.ts';
import { type Found, MOST_NAMED, type Rule, unusual, stall, stalledShare, who, WRITING } from './rule.ts';

export const diskFull: Rule = {
  name: 'disk-full',
  cause: 'disk-full',
  needs: { fs: 'file systems' },
  find(facts) {
    const full = facts.levels('fs', 'percent', 1).find((level) => unusual(level, 95) && risenOf(level) >= 1);
    if (full === undefined) return null;
    const { item } = full.track.info;
    return {
      span: full.span,
      ...saying('{item} was {share} full {when}{who}.', {
        item: item ?? '',
        share: percentIn(full.value),
        when: spanWord(full.span),
        who: who(facts, 'disk', full.span, WRITING),
      }),
      evidence: evidenceOf(full, facts.level(`fs/${item}_free`, true)),
    };
  },
};

/** A disk and its activity. */
function diskOf(facts: Facts, item: string | null) {
  const level = (field: string): SeriesLevel | null => facts.level(`diskio/${item}_${field}_rate_per_sec`);
  const [read, write] = [level('read_bytes'), level('write_bytes')];
  const [reads, writes] = [level('read_count'), level('write_count')];
  return {
    read,
    write,
    bytes: (read?.value ?? 0) + (write?.value ?? 0),
    addedBytes: Math.max(addedOf(read), addedOf(write)),
    addedCount: Math.max(addedOf(reads), addedOf(writes)),
    isRead: addedOf(read) > addedOf(write),
    reads,
    writes,
  };
}

const SLOW_MS = 25;
const LITTLE_BYTES = 8 * 2 ** 20;

export const diskSlow: Rule = {
  name: 'disk-slow',
  cause: 'disk-slow',
  needs: { diskload: 'latency of disks' },
  find(facts) {
    for (const latency of facts.levels('diskload', 'latency')) {
      const { item } = latency.track.info;
      const disk = diskOf(facts, item);
      const isSlow = unusual(latency, SLOW_MS) && latency.value >= 3 * usualMedian(latency);
      if (!isSlow || disk.bytes > LITTLE_BYTES || disk.addedCount > 500) continue;
      const busy = facts.level(`diskload/${item}_busy`);
      // A single slow request of an idle disk does not count.
      if ((busy?.value ?? 0) < 20 && stalledShare(stall(facts, 'io', 'some')) < 10) continue;
      return {
        span: latency.span,
        ...saying('{item} was slow {when}: requests took {time} ms at only {rate}.', {
          item: item ?? '',
          when: spanWord(latency.span),
          time: Math.round(latency.value),
          rate: rateIn(disk.bytes),
        }),
        evidence: evidenceOf(latency, busy, disk.read, disk.write),
      };
    }
    return limitedDisk(facts);
  },
};

/** Tasks wait although no disk is busy: a limit or a lower device delays requests. */
function limitedDisk(facts: Facts): Found | null {
  const waiting = stall(facts, 'io', 'some');
  if (!unusual(waiting, 30 / STALL_PERCENT)) return null;
  const disks = facts.levels('diskload', 'busy');
  const isIdle = ({ value, track }: SeriesLevel): boolean =>
    value < 30 && diskOf(facts, track.info.item).bytes < LITTLE_BYTES;
  if (disks.length === 0 || !disks.every(isIdle)) return null;
  return {
    span: waiting.span,
    ...saying('Disks were slow {when}: tasks waited for them {share} of the time, although none was busy.', {
      when: spanWord(waiting.span),
      share: percentIn(stalledShare(waiting)),
    }),
    evidence: evidenceOf(waiting, disks[0] ?? null),
  };
}

export const disk: Rule = {
  name: 'disk-saturated',
  cause: 'disk',
  needs: { diskio: 'disks' },
  find(facts) {
    const waiting = stall(facts, 'io', 'some');
    const iowait = facts.level('cpu/iowait');
    const [busy] = facts
      .levels('diskload', 'busy')
      .filter((level) => level.isUnusual && addedOf(level) >= 25)
      .sort((a, b) => addedOf(b) - addedOf(a));
    const waits = unusual(waiting, 20 / STALL_PERCENT) || unusual(iowait, 20);
    if (!waits && !unusual(busy ?? null, 80)) return null;
    const most = busy ?? facts.levels('diskload', 'busy')[0];
    const item = most?.track.info.item ?? null;
    const did = diskOf(facts, item);
    if (most !== undefined && did.addedBytes < 2 ** 20 && did.addedCount < 30) return null;
    const span = spanAround(waits ? (unusual(waiting, 1) ? waiting : iowait) : (busy ?? null));
    if (span === null) return null;
    const share =
      waits && waiting !== null
        ? say('; tasks waited for disks {share} of the time', { share: percentIn(stalledShare(waiting)) })
        : '';
    return {
      span,
      ...saying(
        did.isRead
          ? '{disk} was saturated {when}: it read {rate}{who}{share}.'
          : '{disk} was saturated {when}: it wrote {rate}{who}{share}.',
        {
          disk: item ?? say('A disk'),
          when: spanWord(span),
          rate: rateIn((did.isRead ? did.read : did.write)?.value ?? 0),
          who: who(facts, 'disk', span),
          share,
        },
      ),
      evidence: evidenceOf(
        waiting,
        busy ?? null,
        ...(did.isRead ? [did.read, did.reads] : [did.write, did.writes]),
      ),
    };
  },
};

export const hungMount: Rule = {
  name: 'hung-mount',
  cause: 'hung-mount',
  needs: { load: 'waiting processes' },
  find(facts) {
    const lost = facts.tracks
      .list('fs', 'percent')
      .filter((track) => endsEarly(track.window) && hasMost(track.before));
    const load = facts.level('load/min1');
    const running = facts.level('processcount/running');
    const waits = load?.isUnusual === true && risenOf(load) >= 0.8;
    const isIdle =
      stalledShare(stall(facts, 'io', 'some')) < 15 &&
      addedOf(running) < 1.5 &&
      busyDuring(facts, load?.span) < 20;
    if (!isIdle || !waits) return null;
    const items = lost.map(({ info }) => info.item ?? '').slice(0, MOST_NAMED);
    return {
      span: load.span,
      ...saying(
        items.length === 0
          ? 'Processes waited for a file system or device that did not answer {when}: the load rose to {load} without work for CPU or disks.'
          : '{items} did not answer, and processes waited for it {when}: the load rose to {load} without work for CPU or disks.',
        { items, when: spanWord(load.span), load: { digits: load.value.toFixed(1), unit: '' } },
      ),
      evidence: evidenceOf(load, running),
    };
  },
};

/** Mean CPU excess in percent: a short burst does not explain load. */
function busyDuring(facts: Facts, span: TimeSpan | undefined): number {
  const track = facts.tracks.get('cpu/total');
  if (track === undefined || span === undefined) return 0;
  const { window, step } = facts.tracks;
  const part = track.window.subarray((span.from - window.from) / step, (span.to - window.from) / step);
  return meanOf(part) - (medianOf(track.before) || 0);
}

const hasMost = (values: Float64Array): boolean =>
  values.filter((one) => !Number.isNaN(one)).length > values.length / 4;
const endsEarly = (values: Float64Array): boolean =>
  values.subarray(Math.floor(values.length / 2)).every((one) => Number.isNaN(one));
