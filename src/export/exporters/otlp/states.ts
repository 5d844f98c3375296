/** Metrics that OpenTelemetry splits into states which add up to the whole: usage, and its share of the whole. */
import { CPU_TIME } from '../../metrics/cpu-time.ts';
import { type Family, type LabelSet, labelSet, type Sample } from '../../metrics/family.ts';

interface Split {
  /** First words of the families that are made: `<name>_usage_bytes`, `<name>_utilization_ratio`. */
  readonly name: string;
  readonly total: string;
  /** Families by state. */
  readonly parts: Readonly<Record<string, string>>;
  /** State of what no part has. */
  readonly rest: string | null;
  /** Families that the made ones replace. */
  readonly replaced: readonly string[];
}

export const SPLITS: readonly Split[] = [
  {
    name: 'memory',
    total: 'gander_mem_total_bytes',
    parts: {
      free: 'gander_mem_free_bytes',
      cached: 'gander_mem_cached_bytes',
      buffers: 'gander_mem_buffers_bytes',
    },
    // Ours is the total without what is available, and overlaps with the others.
    rest: 'used',
    replaced: ['gander_mem_used_bytes', 'gander_mem_used_ratio'],
  },
  {
    name: 'paging',
    total: 'gander_memswap_total_bytes',
    parts: { used: 'gander_memswap_used_bytes', free: 'gander_memswap_free_bytes' },
    rest: null,
    replaced: ['gander_memswap_used_ratio'],
  },
  {
    name: 'filesystem',
    total: 'gander_fs_size_bytes',
    parts: { used: 'gander_fs_used_bytes', free: 'gander_fs_free_bytes' },
    rest: 'reserved',
    replaced: ['gander_fs_used_ratio'],
  },
];

/** Adds the families with their states; without a total or a part, those of a split stay as they are. */
export function withStates(families: readonly Family[]): Family[] {
  const named = new Map(families.map((family) => [family.name, family]));
  // Each core has its own among the readings of the kernel.
  const gone = new Set([CPU_TIME]);
  const made = SPLITS.flatMap((split) => {
    const total = named.get(split.total);
    const parts = Object.entries(split.parts).map(([state, name]) => [state, named.get(name)] as const);
    if (total === undefined || parts.some(([, family]) => family === undefined)) return [];
    for (const name of [...Object.values(split.parts), ...split.replaced]) gone.add(name);
    return splitFamilies(split, total, parts as [string, Family][]);
  });
  const [irq, softirq] = INTERRUPTS.map((name) => named.get(name));
  if (irq !== undefined && softirq !== undefined) {
    for (const name of INTERRUPTS) gone.add(name);
    made.push(addedUp(irq, softirq));
  }
  return [...families.filter(({ name }) => !gone.has(name)), ...made];
}

/** One mode there. */
const INTERRUPTS = ['gander_percpu_irq_ratio', 'gander_percpu_softirq_ratio'] as const;

function addedUp(first: Family, second: Family): Family {
  const others = valuesOf(second);
  const samples = first.samples.map(({ labels, value }) => ({
    labels,
    value: value + (others.get(labels.text) ?? 0),
  }));
  return { ...first, samples };
}

const valuesOf = ({ samples }: Family): ReadonlyMap<string, number> =>
  new Map(samples.map(({ labels, value }) => [labels.text, value]));

function splitFamilies({ name, rest }: Split, total: Family, parts: readonly [string, Family][]): Family[] {
  const byState = parts.map(([state, family]) => [state, valuesOf(family)] as const);
  const usage: Sample[] = [];
  const shares: Sample[] = [];
  for (const { labels, value: whole } of total.samples) {
    const put = (state: string, value: number): void => {
      const own = withState(labels, state);
      usage.push({ labels: own, value });
      if (whole > 0) shares.push({ labels: own, value: value / whole });
    };
    let left = whole;
    for (const [state, values] of byState) {
      const value = values.get(labels.text);
      if (value === undefined) continue;
      left -= value;
      put(state, value);
    }
    if (rest !== null) put(rest, Math.max(0, left));
  }
  const common = { type: 'gauge', time: total.time } as const;
  return [
    { ...common, name: `${name}_usage_bytes`, unit: 'bytes', help: `Use by state.`, samples: usage },
    {
      ...common,
      name: `${name}_utilization_ratio`,
      unit: 'ratio',
      help: 'Share of the whole by state.',
      samples: shares,
    },
  ];
}

const withState = ({ pairs }: LabelSet, state: string): LabelSet => labelSet([...pairs, ['state', state]]);
