import type { Tree } from '../../../scripts/support/tree.ts';
import { counted, range } from './model.ts';
import type { Step } from './model.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';

/** Operations, sectors of 512 bytes and milliseconds, read and written. */
interface Activity {
  reads: number;
  sectorsRead: number;
  readMs: number;
  writes: number;
  sectorsWritten: number;
  writeMs: number;
}

interface Disk {
  name: string;
  major: number;
  minor: number;
  /** Whole disks have a folder in `/sys/block`, partitions have not. */
  whole: boolean;
}

const IDLE: Activity = { reads: 0, sectorsRead: 0, readMs: 0, writes: 0, sectorsWritten: 0, writeMs: 0 };
const UNUSED = /^(?:ram|loop|zram)/;
/** Pulled out between the steps. */
const VANISHING = /^sdx/;
/** Its counters restart between the steps. */
const RESET = 'sde';

/** Changes within the two seconds; disks not named here stay as they are. */
const INCREASES: ReadonlyMap<string, Partial<Activity>> = new Map([
  // 50 MiB/s read at 2 ms each, 5 MiB/s written at 15 ms each
  [
    'sda',
    { reads: 200, sectorsRead: 204_800, readMs: 400, writes: 100, sectorsWritten: 20_480, writeMs: 1500 },
  ],
  [
    'sda2',
    { reads: 200, sectorsRead: 204_800, readMs: 400, writes: 100, sectorsWritten: 20_480, writeMs: 1500 },
  ],
  // busy: no latency to speak of
  [
    'nvme0n1',
    {
      reads: 20_000,
      sectorsRead: 1_600_000,
      readMs: 2000,
      writes: 10_000,
      sectorsWritten: 800_000,
      writeMs: 4000,
    },
  ],
  [
    'nvme0n1p3',
    {
      reads: 20_000,
      sectorsRead: 1_600_000,
      readMs: 2000,
      writes: 10_000,
      sectorsWritten: 800_000,
      writeMs: 4000,
    },
  ],
  [
    'dm-0',
    {
      reads: 20_000,
      sectorsRead: 1_600_000,
      readMs: 2100,
      writes: 10_000,
      sectorsWritten: 800_000,
      writeMs: 4200,
    },
  ],
  // less than one operation per second, and slow
  ['sdd', { reads: 1, sectorsRead: 8, readMs: 480 }],
  ['md0', { writes: 50, sectorsWritten: 400, writeMs: 0 }],
]);

/** `/proc/diskstats` (20 columns, kernel 5.5 and later) and `/sys/block/<disk>/`. */
export function composeDisks(step: Step): Tree {
  const random = createRandom(3);
  const rows = listDisks().map((disk) => ({ disk, first: firstActivity(disk, random) }));
  const present = rows.filter(({ disk }) => step === 1 || !VANISHING.test(disk.name));
  const tree: Tree = new Map();
  const lines = present.map(({ disk, first }) => {
    const values = composeValues(activityAt(step, disk.name, first), busyAt(step, disk.name, first));
    if (disk.whole) addSysfs(tree, disk.name, values);
    return `${String(disk.major).padStart(4)} ${String(disk.minor).padStart(7)} ${disk.name} ${values.join(' ')}\n`;
  });
  return tree.set('proc/diskstats', lines.join(''));
}

function addSysfs(tree: Tree, name: string, values: number[]): void {
  const folder = `sys/block/${name}`;
  tree.set(`${folder}/stat`, `${values.map((value) => String(value).padStart(8)).join(' ')}\n`);
  tree.set(`${folder}/size`, `${UNUSED.test(name) ? 131_072 : 15_628_053_168}\n`);
  tree.set(`${folder}/ro`, `${name.startsWith('loop') ? 1 : 0}\n`);
  tree.set(`${folder}/removable`, '0\n');
}

function activityAt(step: Step, name: string, first: Activity): Activity {
  if (step === 2 && name === RESET) return { ...IDLE, reads: 40, sectorsRead: 320, readMs: 80 };
  const increase = { ...IDLE, ...INCREASES.get(name) };
  return {
    reads: counted(step, first.reads, increase.reads),
    sectorsRead: counted(step, first.sectorsRead, increase.sectorsRead),
    readMs: counted(step, first.readMs, increase.readMs),
    writes: counted(step, first.writes, increase.writes),
    sectorsWritten: counted(step, first.sectorsWritten, increase.sectorsWritten),
    writeMs: counted(step, first.writeMs, increase.writeMs),
  };
}

function firstActivity({ name }: Disk, random: Random): Activity {
  if (UNUSED.test(name)) return IDLE;
  const reads = random.integer(100_000, 90_000_000);
  const writes = random.integer(100_000, 90_000_000);
  const [sectorsRead, sectorsWritten] = [reads * random.integer(8, 64), writes * random.integer(8, 64)];
  return { reads, sectorsRead, readMs: reads * 2, writes, sectorsWritten, writeMs: writes * 3 };
}

/** Milliseconds with a request under way: of those added up, as many as have passed. */
function busyAt(step: Step, name: string, first: Activity): number {
  const busy = Math.min(weightedMs(first), 3_000_000_000);
  if (step === 2 && name === RESET) return weightedMs(activityAt(step, name, first));
  return counted(step, busy, Math.min(weightedMs({ ...IDLE, ...INCREASES.get(name) }), 2000));
}

const weightedMs = ({ readMs, writeMs }: Activity): number => readMs + writeMs;

/** The 17 fields of Documentation/admin-guide/iostats.rst; merges, discards and flushes stay 0. */
function composeValues(activity: Activity, busyMs: number): number[] {
  const { reads, sectorsRead, readMs, writes, sectorsWritten, writeMs } = activity;
  return [
    reads,
    0,
    sectorsRead,
    readMs,
    writes,
    0,
    sectorsWritten,
    writeMs,
    0,
    busyMs,
    weightedMs(activity),
    0,
    0,
    0,
    0,
    0,
    0,
  ];
}

function listDisks(): Disk[] {
  const whole = (major: number, minor: number, name: string): Disk => ({ major, minor, name, whole: true });
  return [
    whole(1, 0, 'ram0'),
    ...range(3).map((n) => whole(7, n, `loop${n}`)),
    ...range(2).flatMap(listNvme),
    ...range(24).flatMap(listScsi),
    whole(9, 0, 'md0'),
    ...range(3).map((n) => whole(253, n, `dm-${n}`)),
    whole(252, 0, 'zram0'),
  ];
}

function listNvme(index: number): Disk[] {
  const name = `nvme${index}n1`;
  const part = (n: number): Disk => ({
    major: 259,
    minor: index * 4 + n,
    name: `${name}p${n}`,
    whole: false,
  });
  return [{ major: 259, minor: index * 4, name, whole: true }, ...range(3, 1).map(part)];
}

/** sda and sdb carry the system; the others belong to ZFS, which makes partitions 1 and 9. */
function listScsi(index: number): Disk[] {
  const name = `sd${String.fromCharCode(97 + index)}`;
  const [major, minor] = index < 16 ? [8, index * 16] : [65, (index - 16) * 16];
  const numbers = index < 2 ? [1, 2, 3] : [1, 9];
  const parts = numbers.map((n) => ({ major, minor: minor + n, name: `${name}${n}`, whole: false }));
  return [{ major, minor, name, whole: true }, ...parts];
}
