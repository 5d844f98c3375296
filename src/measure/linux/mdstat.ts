import { decode } from './bytes.ts';

/** The background operation of an array: `recovery`, `resync`, `reshape` or `check`. */
export interface MdActivity {
  kind: string;
  /** Null while it is pending. */
  percent: number | null;
  minutesLeft: number | null;
  /** KiB per second. */
  speed: number | null;
}

/** An array of /proc/mdstat. */
export interface MdArray {
  name: string;
  /** `active` or `inactive`. */
  status: string;
  /** `raid1`; null: unknown level. */
  level: string | null;
  /** Role numbers by device, as texts; both in the order of the file. */
  components: Record<string, string>;
  /** Configured and working devices; null without redundancy. */
  expected: string | null;
  working: string | null;
  /** `UU_`, one letter per device. */
  config: string | null;
  activity: MdActivity | null;
  /** Failed and spare components. */
  failed: number;
  spares: number;
  /** True for a container of external metadata (IMSM, DDF) that a volume names: it is not an array itself. */
  isContainer: boolean;
  /** Blocks of 1 KiB; null when not stated. */
  blocks: number | null;
  /** Members in sync during an activity. */
  synced: number | null;
}

/** Bounded by thousands of devices. */
const ARRAY = /^(\S+) : (.*)$/;
const DEVICE = /^(\S+)\[(\d{1,10})\]$/;
const COUNTS = /\[(\d{1,10})\/(\d{1,10})\] \[([U_]+)\]$/;
const BLOCKS = /^(\d{1,15}) blocks\b/;
const SYNCED = /\((\d{1,15})\/\d{1,15}\)/;
const ACTIVITY = /\b(recovery|resync|reshape|check|repair) ?= *(?:(\d{1,3}(?:\.\d{1,3})?)%|[A-Z]+)/;

/** Reads /proc/mdstat (drivers/md/md.c, md_seq_show): arrays in file order. Unknown lines are skipped. */
export function parseMdstat(bytes: Uint8Array): MdArray[] {
  const arrays: MdArray[] = [];
  const containers = new Set<string>();
  let levels: ReadonlySet<string> = new Set();
  for (const line of decode(bytes).split('\n')) {
    if (line.startsWith('Personalities :')) levels = levelsIn(line);
    else if (/^\s/.test(line)) addDetails(arrays.at(-1), line.trim());
    else {
      const [, name = '', rest = ''] = ARRAY.exec(line) ?? [];
      if (name === '') continue;
      arrays.push(arrayOf(name, rest, levels));
      addDetails(arrays.at(-1), rest);
    }
    // `external:/md127/0` of a volume, `external:imsm` of its container (Documentation/admin-guide/md.rst).
    const [, container] = /\bexternal:[/-](\w+)\/\d/.exec(line) ?? [];
    if (container !== undefined) containers.add(container);
  }
  for (const array of arrays) array.isContainer = containers.has(array.name);
  return arrays;
}

const levelsIn = (line: string): ReadonlySet<string> =>
  new Set([...line.matchAll(/\[(\w+)\]/g)].map(([, level = '']) => level));

function arrayOf(name: string, rest: string, levels: ReadonlySet<string>): MdArray {
  // (F) failed, (S) spare, (W) write-mostly, (auto-read-only) …
  const [status = '', ...words] = rest.replaceAll(/\([^()]*\)/g, ' ').split(/\s+/);
  const devices = words.flatMap((word) => {
    const [, device = '', role = ''] = DEVICE.exec(word) ?? [];
    return device === '' ? [] : [[device, role] as const];
  });
  return {
    name,
    status,
    level: words.find((word) => levels.has(word)) ?? null,
    components: Object.fromEntries(devices),
    expected: null,
    working: null,
    config: null,
    activity: null,
    failed: (rest.match(/\(F\)/g) ?? []).length,
    spares: (rest.match(/\(S\)/g) ?? []).length,
    isContainer: false,
    blocks: null,
    synced: null,
  };
}

function addDetails(array: MdArray | undefined, line: string): void {
  if (array === undefined) return;
  const [, expected = null, working = null, config = null] = COUNTS.exec(line) ?? [];
  if (config !== null) Object.assign(array, { expected, working, config });
  array.blocks ??= numberIn(BLOCKS.exec(line)?.[1]);
  array.synced = numberIn(SYNCED.exec(line)?.[1]) ?? array.synced;
  const [, kind, percent] = ACTIVITY.exec(line) ?? [];
  if (kind === undefined) return;
  array.activity = {
    kind,
    percent: numberIn(percent),
    minutesLeft: numberIn(/\bfinish=(\d{1,10}(?:\.\d{1,3})?)min/.exec(line)?.[1]),
    speed: numberIn(/\bspeed=(\d{1,15})K\/sec/.exec(line)?.[1]),
  };
}

const numberIn = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
