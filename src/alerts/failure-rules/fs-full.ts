/** FS_FULL: no space or no inodes left for new files. */
import { defineFailureRule, type JudgedValue, listOf } from '../../core/failure-rule.ts';
import type { Finding } from '../../core/event.ts';
import { bytesIn } from '../../core/amount-words.ts';
import { mountedOnce } from '../../core/mounted-once.ts';
import { numberOption } from '../../core/options.ts';
import { isImage, isSealed } from '../../core/read-only.ts';
import type { Served } from '../../core/served.ts';
import { saying, type Sentence } from '../../core/said.ts';

const GIB = 1024 ** 3;

interface Fill {
  readonly mount: string;
  readonly percent: number;
  /** Free bytes, or inodes. */
  readonly free: number;
  readonly isFull: boolean;
  readonly words: Sentence;
  readonly details: NonNullable<Finding['details']>;
}

export const fsFull = defineFailureRule({
  name: 'FS_FULL',
  description:
    'Used space or inodes reach the critical threshold of the file system, or 95 % with less than 1 GiB free. The alert ends 3 % below.',
  level: 'CRITICAL',
  inputs: { fs: listOf('fs'), inodes: listOf('inodes') },
  atStart: 'notify',
  appliesThresholdsOf: ['fs', 'inodes'],
  options: {
    fs_full_margin: numberOption(3, 'Percent below the threshold at which FS_FULL ends.', [0, 50]),
  },
  create:
    ({ options: { fs_full_margin: margin } }) =>
    ({ values: { fs, inodes }, judged, ongoing }) => {
      const space = mountedOnce(fs).map((item) => spaceOf(item, judged('fs'), marginOf(item)));
      const files = mountedOnce(inodes).map((item) => inodesOf(item, judged('inodes'), marginOf(item)));
      const full = [...space, ...files].filter((fill) => fill !== null && fill.isFull) as Fill[];
      const worst = new Map(full.toReversed().map((fill) => [fill.mount, fill]));
      const stale = [...judged('fs'), ...judged('inodes')].filter(({ level }) => level === 'ERROR');
      return {
        findings: [...worst.values()]
          .filter(({ mount }) => !stale.some(({ identity }) => identity === mount))
          .map(({ mount, percent, words, details }) => ({
            subject: mount,
            value: percent,
            ...words,
            details,
          })),
        unknown: stale.map(({ identity }) => String(identity)),
      };
      /** An ongoing alert ends a little below its threshold (hysteresis). */
      function marginOf({ mnt_point: mount }: Served): number {
        return ongoing.has(String(mount)) ? margin : 0;
      }
    },
});

const FULL = { percent: 95, bytes: GIB };

/** Null where its own events are enabled, or where nothing can be written anyway. */
function thresholdOf(mount: string, judged: readonly JudgedValue[]): number | null {
  const own = judged.find(({ identity }) => identity === mount);
  return own === undefined || own.log ? null : (own.thresholds.critical ?? Infinity);
}

function spaceOf(item: Served, judged: readonly JudgedValue[], margin: number): Fill | null {
  const { mnt_point, percent, free } = item;
  const mount = String(mnt_point);
  const critical = thresholdOf(mount, judged);
  if (critical === null || isSealed(item)) return null;
  if (typeof percent !== 'number' || typeof free !== 'number') return null;
  const isTight = percent >= FULL.percent - margin && free < FULL.bytes * (1 + margin / 100);
  return {
    mount,
    percent,
    free,
    isFull: percent >= critical - margin || isTight,
    words: saying('{mount} is {percent} % full, with {free} free.', {
      mount,
      percent: Math.floor(percent),
      free: bytesIn(free),
    }),
    details: { cause: 'space', percent: Math.floor(percent), free_bytes: free },
  };
}

function inodesOf(item: Served, judged: readonly JudgedValue[], margin: number): Fill | null {
  const { mnt_point, percent, free, fs_type, read_only: readOnly } = item;
  const mount = String(mnt_point);
  const critical = thresholdOf(mount, judged);
  if (critical === null || isImage(fs_type, readOnly === true)) return null;
  if (typeof percent !== 'number' || typeof free !== 'number') return null;
  return {
    mount,
    percent,
    free,
    isFull: percent >= critical - margin,
    words: saying('{mount} has used {percent} % of its inodes, with room for {free} more files.', {
      mount,
      percent: Math.floor(percent),
      free,
    }),
    details: { cause: 'inodes', percent: Math.floor(percent), free_inodes: free },
  };
}
