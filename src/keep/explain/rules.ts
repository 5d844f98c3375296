/**
 * Rules of verdicts, in the order of precedence: a cause comes before what it causes. Each says when it holds and shows why;
 * all thresholds are floors below which nobody would call a machine slow.
 */
import { bytesText } from '../../judge/kinds/words.ts';
import type { SavedEvent } from '../../core/event.ts';
import { percentText, programText, rateText, spanWords } from './amounts.ts';
import type { Cause, Evidence, TimeSpan } from './explanation.ts';
import { addedOf, culpritText, evidenceOf, type Facts, spanAround } from './facts.ts';
import type { Use } from './programs.ts';
import { present, rankCorrelation } from './statistics.ts';
import { STALL_PERCENT } from './symptoms.ts';
import { type Level, usualMedian } from './tracks.ts';

export interface Found {
  readonly span: TimeSpan;
  readonly sentence: string;
  readonly evidence: readonly Evidence[];
}

export interface Rule {
  readonly name: string;
  readonly cause: Cause;
  /** Plugins without whose history it cannot hold, and what is then not known. */
  readonly needs: Readonly<Record<string, string>>;
  find(facts: Facts): Found | null;
}

const SECOND_MS = 1000;
const GAP_MS = 30_000;
const MOST_NAMED = 3;

const unusual = (level: Level | null, least: number): level is Level =>
  level !== null && level.isUnusual && level.value >= least;

/** Percent of stall time. */
const stall = (facts: Facts, item: string, scope: 'some' | 'full'): Level | null =>
  facts.level(`pressure/${item}_${scope}_time_rate_per_sec`);
const stalledShare = (level: Level | null): number => (level?.value ?? 0) * STALL_PERCENT;

const nameOf = (use: Use): string => programText(use.program, use.unit, use.container);

const mostly = (use: Use | undefined, before = ', mostly by '): string => {
  const text = culpritText(use);
  return text === null ? '' : `${before}${text}`;
};

const sentenceStart = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const spanOfEvents = (events: readonly SavedEvent[], facts: Facts): TimeSpan => {
  const begins = events.map(({ event }) => event.begin * SECOND_MS);
  const from = Math.max(facts.tracks.window.from, Math.min(...begins));
  return { from, to: Math.max(from + SECOND_MS, Math.max(...begins)) };
};

/** The first sentences of alerts, and how many more there are. */
function eventsSentence(events: readonly SavedEvent[]): string {
  const sentences = [...new Set(events.flatMap(({ finding }) => finding?.sentence ?? []))];
  const rest = sentences.length - 1;
  return rest > 0 ? `${sentences[0]} (and ${rest} more)` : (sentences[0] ?? '');
}

const boot: Rule = {
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
    const what = mark.kind === 'boot' ? 'was started' : 'had been suspended';
    const detail = mark.detail === null ? '' : ` (${mark.detail})`;
    return { span, sentence: `The machine ${what} ${spanWords(span)}${detail}.`, evidence: [] };
  },
};

const standstill: Rule = {
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
    // An agent that was not running says nothing about the machine.
    const isAgent = marks.some(({ time }) => time >= span.from - 2 * GAP_MS && time <= span.to + GAP_MS);
    if (isAgent) return null;
    return {
      span,
      sentence: `Nothing was recorded ${spanWords(span)}: the machine or the agent stood still.`,
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

const oom: Rule = {
  name: 'oom-kill',
  cause: 'oom',
  needs: {},
  find(facts) {
    const kills = facts.began('OOM_KILL');
    if (kills.length > 0) {
      const span = spanOfEvents(kills, facts);
      return {
        span,
        sentence: sentenceStart(`${spanWords(span)}, ${eventsSentence(kills)}`),
        evidence: evidenceOf(facts.level('mem/percent')),
      };
    }
    const group = facts.levels('cgroups', 'oom_kills').find((level) => addedOf(level) >= 1);
    if (group === undefined) return null;
    return {
      span: group.span,
      sentence: `Memory of ${group.track.info.item} ran out ${spanWords(group.span)}, and the kernel killed its processes.`,
      evidence: evidenceOf(group),
    };
  },
};

const restarts: Rule = {
  name: 'restart-loop',
  cause: 'restarts',
  needs: {},
  find(facts) {
    const events = facts.began('UNIT_RESTARTING', 'CONTAINER_RESTARTING');
    if (events.length === 0) return null;
    return { span: spanOfEvents(events, facts), sentence: eventsSentence(events), evidence: [] };
  },
};

const hungMount: Rule = {
  name: 'hung-mount',
  cause: 'hung-mount',
  needs: { load: 'waiting processes' },
  find(facts) {
    const lost = facts.tracks
      .list('fs', 'percent')
      .filter((track) => endsEarly(track.window) && hasMost(track.before));
    const load = facts.level('load/min1');
    const running = facts.level('processcount/running');
    const waits = addedOf(load) >= 0.8 && load?.isUnusual === true;
    const isIdle =
      stalledShare(stall(facts, 'io', 'some')) < 15 &&
      addedOf(running) < 1.5 &&
      addedOf(facts.level('cpu/total')) < 20;
    if (!isIdle || !waits) return null;
    const items = lost.map(({ info }) => info.item).slice(0, MOST_NAMED);
    const what =
      items.length === 0
        ? 'Processes waited for a file system or device that did not answer'
        : `${items.join(', ')} did not answer, and processes waited for it`;
    return {
      span: load.span,
      sentence: `${what} ${spanWords(load.span)}: the load rose to ${load.value.toFixed(1)} without work for CPU or disks.`,
      evidence: evidenceOf(load, running),
    };
  },
};

const hasMost = (values: Float64Array): boolean =>
  values.filter((one) => !Number.isNaN(one)).length > values.length / 4;
const endsEarly = (values: Float64Array): boolean =>
  values.subarray(Math.floor(values.length / 2)).every((one) => Number.isNaN(one));

const throttled: Rule = {
  name: 'cgroup-throttled',
  cause: 'throttled',
  needs: { cgroups: 'throttling of control groups' },
  find(facts) {
    const group = facts.levels('cgroups', 'throttled').find((level) => unusual(level, 20));
    if (group === undefined) return null;
    return {
      span: group.span,
      sentence: `${group.track.info.item} was throttled ${spanWords(group.span)}: its CPU quota was used up in ${percentText(group.value)} of the periods.`,
      evidence: evidenceOf(
        group,
        facts.level(`cgroups/${group.track.info.item}_throttled_time_rate_per_sec`),
      ),
    };
  },
};

const steal: Rule = {
  name: 'steal',
  cause: 'steal',
  needs: { cpu: 'stolen CPU time' },
  find(facts) {
    const level = facts.level('cpu/steal');
    if (!unusual(level, 10)) return null;
    return {
      span: level.span,
      sentence: `The hypervisor withheld ${percentText(level.value)} of the CPU time ${spanWords(level.span)}: other virtual machines used it.`,
      evidence: evidenceOf(level, facts.level('cpu/total')),
    };
  },
};

const HOT = 90;

const thermal: Rule = {
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
      sentence:
        hot === undefined
          ? eventsSentence(events)
          : `${hot.track.info.item} was at ${Math.round(hot.value)} °C ${spanWords(span)}: hot processors slow down.`,
      evidence: evidenceOf(hot ?? null),
    };
  },
};

const diskFull: Rule = {
  name: 'disk-full',
  cause: 'disk-full',
  needs: { fs: 'file systems' },
  find(facts) {
    const full = facts.levels('fs', 'percent').find((level) => unusual(level, 95) && addedOf(level) >= 1);
    if (full === undefined) return null;
    const [writer] = facts.more('io');
    const { item } = full.track.info;
    return {
      span: full.span,
      sentence: `${item} was ${percentText(full.value)} full ${spanWords(full.span)}${mostly(writer, ', while data were written by ')}.`,
      evidence: evidenceOf(full, facts.level(`fs/${item}_free`, true)),
    };
  },
};

const memory: Rule = {
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
    const waits = unusual(full, 4 / STALL_PERCENT) || unusual(some, 8 / STALL_PERCENT);
    const swaps = unusual(swapped, 2 ** 20);
    const scarce = unusual(used, 90) && addedOf(used) >= 5;
    if (!waits && !swaps && !scarce && limit === undefined) return null;
    const span = spanAround(waits ? (full ?? some) : swaps ? swapped : scarce ? used : (limit ?? null));
    if (span === null) return null;
    const [grower] = facts.more('memory');
    const grew =
      grower === undefined
        ? ''
        : ` while ${nameOf(grower)} grew by ${bytesText(grower.value - grower.usual)}`;
    const share = stalledShare(full !== null && stalledShare(full) >= 1 ? full : some);
    const why = waits
      ? `tasks waited for memory ${percentText(share)} of the time`
      : swaps
        ? `${rateText(swapped.value)} came back from swap`
        : scarce
          ? `${percentText(used.value)} was in use`
          : `${limit?.track.info.item} reached its limit`;
    return {
      span,
      sentence: `Memory was scarce ${spanWords(span)}: ${why}${grew}.`,
      evidence: evidenceOf(full, some, used, swapped, limit ?? null).filter(
        ({ series }) => (facts.level(series)?.value ?? 0) > 0,
      ),
    };
  },
};

/** A disk, and what it did. */
function diskOf(facts: Facts, item: string | null) {
  const level = (field: string): Level | null => facts.level(`diskio/${item}_${field}_rate_per_sec`);
  const [read, write] = [level('read_bytes'), level('write_bytes')];
  const [reads, writes] = [level('read_count'), level('write_count')];
  return {
    read,
    write,
    bytes: (read?.value ?? 0) + (write?.value ?? 0),
    addedBytes: Math.max(addedOf(read), addedOf(write)),
    addedCount: Math.max(addedOf(reads), addedOf(writes)),
    isRead: addedOf(read) > addedOf(write),
    counts: [reads, writes] as const,
  };
}

const SLOW_MS = 25;
const LITTLE_BYTES = 8 * 2 ** 20;

const diskSlow: Rule = {
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
      // A single slow request of an idle disk slows nobody down.
      if ((busy?.value ?? 0) < 20 && stalledShare(stall(facts, 'io', 'some')) < 10) continue;
      return {
        span: latency.span,
        sentence: `${item} was slow ${spanWords(latency.span)}: requests took ${Math.round(latency.value)} ms at only ${rateText(disk.bytes)}.`,
        evidence: evidenceOf(latency, busy, disk.read, disk.write),
      };
    }
    return limitedDisk(facts);
  },
};

/** Tasks wait although no disk has much to do: a limit, or a device below holds requests back. */
function limitedDisk(facts: Facts): Found | null {
  const waiting = stall(facts, 'io', 'some');
  if (!unusual(waiting, 30 / STALL_PERCENT)) return null;
  const disks = facts.levels('diskload', 'busy');
  const isIdle = ({ value, track }: Level): boolean =>
    value < 30 && diskOf(facts, track.info.item).bytes < LITTLE_BYTES;
  if (disks.length === 0 || !disks.every(isIdle)) return null;
  return {
    span: waiting.span,
    sentence: `Disks were slow ${spanWords(waiting.span)}: tasks waited for them ${percentText(stalledShare(waiting))} of the time, although none was busy.`,
    evidence: evidenceOf(waiting, disks[0] ?? null),
  };
}

const disk: Rule = {
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
    const [culprit] = facts.more('io');
    const what = did.isRead
      ? `read ${rateText(did.read?.value ?? 0)}`
      : `wrote ${rateText(did.write?.value ?? 0)}`;
    const share =
      waits && waiting !== null
        ? `; tasks waited for disks ${percentText(stalledShare(waiting))} of the time`
        : '';
    return {
      span,
      sentence: `${item ?? 'A disk'} was saturated ${spanWords(span)}: it ${what}${mostly(culprit)}${share}.`,
      evidence: evidenceOf(waiting, busy ?? null, did.isRead ? did.read : did.write, ...did.counts),
    };
  },
};

const network: Rule = {
  name: 'network-loss',
  cause: 'network',
  needs: { tcp: 'retransmissions' },
  find(facts) {
    const again = facts.level('tcp/retransmitted_percent');
    const sent = facts.level('tcp/sent_rate_per_sec');
    const lost = facts.levels('packets', 'lost').find((level) => unusual(level, 2));
    const refused = facts.level('tcp/listen_drops_rate_per_sec');
    const drops = unusual(refused, 1) ? refused : undefined;
    const resends = unusual(again, 4) && (sent?.value ?? 0) >= 5;
    const level = resends ? again : (drops ?? lost);
    if (level === undefined || level === null) return null;
    const what = resends
      ? `${percentText(again.value)} of the TCP segments had to be sent again`
      : level === drops
        ? 'full queues of servers refused connections'
        : `${level.track.info.item} lost ${percentText(level.value)} of the packets`;
    return {
      span: level.span,
      sentence: `The network was the bottleneck ${spanWords(level.span)}: ${what}.`,
      evidence: evidenceOf(again, drops ?? null, lost ?? null),
    };
  },
};

const processes: Rule = {
  name: 'too-many-processes',
  cause: 'processes',
  needs: { processcount: 'numbers of processes' },
  find(facts) {
    const grown = ['total', 'thread'].flatMap((field) => {
      const level = facts.level(`processcount/${field}`);
      const most = level?.spread === null ? Number.POSITIVE_INFINITY : (level?.spread?.high ?? 0);
      return level !== null && level.isUnusual && level.value - most >= Math.max(60, 0.5 * most)
        ? [level]
        : [];
    });
    const forks = facts.level('paging/minor_faults_rate_per_sec');
    const kernel = kernelShare(facts);
    const running = facts.level('processcount/running');
    // Processes that live for milliseconds are never counted; making them costs page faults and kernel time.
    const storms =
      unusual(forks, 20_000 * Math.sqrt(facts.cores)) &&
      forks.value >= 4 * usualMedian(forks) &&
      kernel >= 0.4 &&
      isBusy(facts) &&
      facts.more('memory').length === 0;
    const isFelt = isBusy(facts) || (running?.isUnusual === true && addedOf(running) >= 10);
    const level = (isFelt ? grown[0] : undefined) ?? (storms ? forks : null);
    if (level === null) return null;
    const [culprit] = facts.more('cpu');
    const what =
      level === forks
        ? 'New processes were started all the time'
        : `There were ${Math.round(level.value)} ${level.track.info.field === 'thread' ? 'threads' : 'processes'}, ${Math.round(addedOf(level))} more than usual,`;
    return {
      span: level.span,
      sentence: `${what} ${spanWords(level.span)}${mostly(culprit, ', mostly ')}.`,
      evidence: evidenceOf(...grown, running, storms ? forks : null),
    };
  },
};

const isBusy = (facts: Facts): boolean => {
  const total = facts.level('cpu/total');
  const waiting = stall(facts, 'cpu', 'some');
  const high = unusual(total, 85) && addedOf(total) >= 15;
  const waits = unusual(waiting, 25 / STALL_PERCENT) && (total?.value ?? 0) >= 60 && addedOf(total) >= 10;
  // One program of one core, where cores are few.
  const one = total !== null && total.isUnusual && addedOf(total) >= Math.max(25, 80 / facts.cores);
  return high || waits || one;
};

/** Share of the added CPU time that the kernel took. */
function kernelShare(facts: Facts): number {
  const total = addedOf(facts.level('cpu/total'));
  const kernel = addedOf(facts.level('cpu/system')) + addedOf(facts.level('cpu/irq')) + softirqOf(facts);
  return total <= 0 ? 0 : kernel / total;
}

/** Mean over the cores, of what is beyond the usual. */
function softirqOf(facts: Facts): number {
  const levels = facts.levels('percpu', 'softirq');
  return levels.length === 0 ? 0 : levels.reduce((sum, level) => sum + addedOf(level), 0) / levels.length;
}

const kernel: Rule = {
  name: 'cpu-kernel',
  cause: 'cpu-kernel',
  needs: { cpu: 'CPU' },
  find(facts) {
    const total = facts.level('cpu/total');
    if (total === null || !isBusy(facts) || kernelShare(facts) < 0.6) return null;
    const [culprit] = facts.more('cpu');
    const soft = softirqOf(facts) >= 0.3 * addedOf(total);
    const [device] = facts
      .levels('packets', 'received_rate_per_sec')
      .filter((level) => level.isUnusual && addedOf(level) >= 1000)
      .sort((a, b) => addedOf(b) - addedOf(a));
    const why =
      device !== undefined
        ? `, with ${Math.round(device.value)} packets per second on ${device.track.info.item}`
        : soft
          ? ', mostly in interrupts of devices'
          : '';
    return {
      span: total.span,
      sentence: `The kernel used the CPU ${spanWords(total.span)}: CPU at ${percentText(total.value)}${why}${mostly(culprit)}.`,
      evidence: evidenceOf(total, facts.level('cpu/system'), facts.level('cpu/irq'), device ?? null),
    };
  },
};

const cpu: Rule = {
  name: 'cpu-saturated',
  cause: 'cpu',
  needs: { cpu: 'CPU' },
  find(facts) {
    const total = facts.level('cpu/total');
    if (total === null || !isBusy(facts)) return null;
    const users = facts.more('cpu');
    const added = users.reduce((sum, use) => sum + use.value - use.usual, 0);
    const [first] = users;
    const isOne = first !== undefined && first.value - first.usual >= 0.6 * added;
    const who = isOne
      ? mostly(first)
      : users.length === 0
        ? ''
        : `, by ${users.length} programs, most by ${users.slice(0, MOST_NAMED).map(nameOf).join(', ')}`;
    return {
      span: total.span,
      sentence: `CPU at ${percentText(total.value)} ${spanWords(total.span)}${who}.`,
      evidence: evidenceOf(total, stall(facts, 'cpu', 'some'), facts.level('load/min1')),
    };
  },
};

/** Entries that show growth; where fewer are kept, memory as a whole has to grow all the time. */
const GROWING = 6;
const FEWEST = 2;
const STEADILY = 0.7;

const leak: Rule = {
  name: 'leak',
  cause: 'leak',
  needs: { mem: 'memory' },
  find(facts) {
    const { before, window } = facts.tracks;
    for (const use of facts.programs.uses.filter(({ metric }) => metric === 'memory')) {
      const values = [...use.before, ...use.window].filter((one) => one > 0);
      const [first = 0] = values;
      const last = values.at(-1) ?? 0;
      const ups = values.filter((one, index) => index > 0 && one > (values[index - 1] as number)).length;
      const least = Math.max(64 * 2 ** 20, 0.01 * (facts.memory ?? 0));
      const isLong = values.length >= GROWING || (values.length >= FEWEST && isGrowing(facts));
      if (!isLong || ups < 0.85 * (values.length - 1) || last - first < least || last < 1.3 * first) continue;
      return {
        span: window,
        sentence: `${nameOf(use)} only grows: by ${bytesText(last - first)} ${spanWords({ from: before.from, to: window.to })}, to ${bytesText(last)}.`,
        evidence: evidenceOf(facts.level('mem/used'), facts.level('mem/percent')),
      };
    }
    return null;
  },
};

/** Memory in use rises all through the window. */
function isGrowing({ tracks }: Facts): boolean {
  const values = present(tracks.get('mem/used')?.window ?? []);
  const order = values.map((_, index) => index);
  return values.length >= GROWING && rankCorrelation(order, values) >= STEADILY;
}

const STEADY = 30;

const stopped: Rule = {
  name: 'programs-stopped',
  cause: 'pause',
  needs: {},
  find(facts) {
    const { uses } = facts.programs;
    if (facts.level('cpu/total', true)?.isUnusual !== true) return null;
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
        sentence: `${nameOf(use)} stood still ${spanWords(span)}: it used no CPU, where it usually uses ${percentText(use.usual)} of a core, and kept its memory.`,
        evidence: evidenceOf(facts.level('cpu/total', true)),
      };
    }
    return null;
  },
};

/** In the order of precedence. */
export const RULES: readonly Rule[] = [
  boot,
  oom,
  restarts,
  throttled,
  steal,
  thermal,
  diskFull,
  memory,
  diskSlow,
  disk,
  hungMount,
  network,
  processes,
  kernel,
  cpu,
  leak,
  stopped,
  standstill,
];
