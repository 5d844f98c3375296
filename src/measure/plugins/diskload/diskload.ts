import { counter, derived, text } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import type { Served } from '../../../core/served.ts';
import type { Host } from '../../../core/host.ts';
import { orNull } from '../../../core/or-null.ts';
import { disksSource, REQUEST_MS, REQUESTS, type ShownDisk, disksOfHost } from '../../sources/disks.ts';
import { whoseSource } from '../../sources/whose.ts';

/** Inputs of the other fields. */
const INPUT = { history: false, metric: 'skip' } as const;

const rateOf = (served: Served, counter: string): number =>
  (served[`${counter}_rate_per_sec`] as number | null) ?? 0;
const hundredths = (value: number): number => Math.round(value * 100) / 100;

const busy = (served: Served): number => rateOf(served, 'busy_time') / 10;
const queue = (served: Served): number => hundredths(rateOf(served, 'waiting_time') / 1000);
function latency(served: Served): number | null {
  const requests = served['requests'] as number;
  return requests > 0 ? hundredths((served['request_time'] as number) / requests) : null;
}

const fields = {
  disk_name: text('Name of the disk.', { metric: { label: 'device' } }),
  busy: derived('percent', 'Share of time with at least one request under way.', busy, {
    // The kernel counts whole ticks, and reading takes time itself.
    cappedUpTo: 105,
  }),
  queue: derived('number', 'Requests under way on average.', queue),
  latency: derived('millisecond', 'Mean time of a read, write or flush.', latency, {
    nullWhen: 'no requests were completed',
  }),
  requests: counter('number', 'Reads, writes and flushes completed.', {
    ...INPUT,
    ...REQUESTS,
    parts: true,
  }),
  request_time: counter('millisecond', 'Time of completed requests, added up.', {
    ...INPUT,
    ...REQUEST_MS,
    parts: true,
  }),
  busy_time: counter('millisecond', 'Time with at least one request under way.', {
    ...INPUT,
    bits: 32,
    fastest: 1050,
  }),
  waiting_time: counter('millisecond', 'Time of all requests under way, added up.', {
    ...INPUT,
    ...REQUEST_MS,
  }),
};

const BLOCK = '/sys/block';

/** Utilisation, queue and latency of whole disks: /proc/diskstats (Documentation/admin-guide/iostats.rst). */
export default definePlugin({
  name: 'diskload',
  shape: 'list',
  key: 'disk_name',
  description: 'How busy disks are: utilisation, queue and latency.',
  pacedBy: 'diskio',
  fields,
  create({ host, use, notice }) {
    const disks = use(disksSource);
    const whose = use(whoseSource);
    const isWhole = createWholeDisks(host);
    return {
      read: () => {
        notice('whose', disksOfHost(whose()));
        const shown = disks();
        return shown.filter(isWhole(shown)).map((disk) => ({
          disk_name: disk.name,
          requests: [disk.readCount, disk.writeCount, disk.flushCount],
          request_time: [disk.readTime, disk.writeTime, disk.flushTime],
          busy_time: disk.ioTime,
          waiting_time: disk.weightedIoTime,
        }));
      },
    };
  },
});

/** Distinguishes disks from partitions, which are not in /sys/block. Listed when disks change. */
function createWholeDisks(host: Host): (shown: readonly ShownDisk[]) => (disk: ShownDisk) => boolean {
  let names = '';
  let whole: ReadonlySet<string> | null = null;
  return (shown) => {
    const joined = shown.map(({ name }) => name).join(' ');
    if (joined !== names || whole === null) {
      names = joined;
      whole = wholeDisks(host);
    }
    return ({ name }) => whole === null || whole.has(name);
  };
}

/** Null: /sys is not mounted, so partitions are unknown. Names have `!` instead of `/`. */
const wholeDisks = (host: Host): ReadonlySet<string> | null =>
  orNull(() => new Set(host.list(BLOCK).map((name) => name.replaceAll('!', '/'))));
