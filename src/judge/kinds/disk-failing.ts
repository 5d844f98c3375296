/** DISK_FAILING: a disk says that it fails, or loses sectors. */
import { defineAlertKind, listOf, type OngoingAlert } from '../../core/alert-kind.ts';
import type { Finding } from '../../core/event.ts';

/** Counts that grow when a disk loses data or room for it, by names of smartctl. */
const COUNTS = {
  reallocated_sectors: /^Reallocated_Sector/i,
  pending_sectors: /^Current_Pending_Sector/i,
  uncorrectable_sectors: /^Offline_Uncorrectable/i,
  media_errors: /^Integrity errors$/,
} as const;
type Count = keyof typeof COUNTS;
type Counts = Partial<Record<Count, number>>;

const WORN_OUT = 100;

interface Attribute {
  readonly name?: unknown;
  readonly raw?: unknown;
  readonly when_failed?: unknown;
}

export const diskFailing = defineAlertKind({
  name: 'DISK_FAILING',
  title: 'Disk failing',
  description:
    'An attribute of a disk fails, an NVMe disk has a critical warning, its spare is below its threshold, or it is worn out: critical, until it is so no more. Reallocated, pending or uncorrectable sectors or media errors grow: a warning, until a user acknowledges it.',
  level: null,
  inputs: { smart: listOf('smart') },
  atStart: 'notify',
  create() {
    /** Counts above which growth is reported, by disk. */
    const known = new Map<string, Counts>();
    return ({ values: { smart }, ongoing }) => {
      if (smart === null) return { findings: [], unknown: 'all' };
      return {
        findings: smart.flatMap((disk) => {
          const name = String(disk['DeviceName']);
          const attributes = Object.values(disk).filter(isAttribute);
          const counts = countsOf(attributes);
          const before = baseline(counts, known.get(name), ongoing.get(name));
          known.set(name, before);
          return failureOf(name, attributes) ?? growthOf(name, counts, before) ?? [];
        }),
      };
    };
  },
});

const isAttribute = (value: unknown): value is Attribute => typeof value === 'object' && value !== null;

function rawOf(attributes: readonly Attribute[], name: RegExp): number | null {
  const raw = attributes.find((one) => name.test(String(one.name)))?.raw;
  const value = typeof raw === 'number' ? raw : Number.parseFloat(String(raw));
  return Number.isFinite(value) ? value : null;
}

const countsOf = (attributes: readonly Attribute[]): Counts =>
  Object.fromEntries(
    Object.entries(COUNTS).flatMap(([key, name]) => {
      const count = rawOf(attributes, name);
      return count === null ? [] : [[key, count]];
    }),
  );

/** What was acknowledged is no news; what was reported before a restart still is. */
function baseline(counts: Counts, known: Counts | undefined, ongoing: OngoingAlert | undefined): Counts {
  if (ongoing?.isAcknowledged) return counts;
  if (known !== undefined) return { ...counts, ...known };
  const reported = Object.entries(ongoing?.details ?? {}).flatMap(([key, value]) =>
    key.endsWith(BEFORE) && typeof value === 'number' ? [[key.slice(0, -BEFORE.length), value]] : [],
  );
  return { ...counts, ...Object.fromEntries(reported) };
}

const BEFORE = '_before';

/** The device without the model that follows it. */
const deviceIn = (name: string): string => name.split(' ', 1)[0] ?? name;

function failureOf(name: string, attributes: readonly Attribute[]): Finding | null {
  const failing = attributes.find(({ when_failed: when }) => when === 'FAILING_NOW');
  const warnings = rawOf(attributes, /^Number of critical warnings/);
  const spare = rawOf(attributes, /^Available spare \(%\)/);
  const least = rawOf(attributes, /^Available spare threshold/);
  const used = rawOf(attributes, /^Percentage used/);
  const [cause, words] = failing
    ? [String(failing.name), `its attribute ${String(failing.name)} fails now`]
    : warnings !== null && warnings > 0
      ? ['critical warning', 'its controller reports a critical warning']
      : spare !== null && least !== null && spare < least
        ? ['spare', `${spare} % of its spare blocks are left, below its threshold of ${least} %`]
        : used !== null && used >= WORN_OUT
          ? ['wear', `${used} % of its endurance is used up`]
          : [null, ''];
  if (cause === null) return null;
  return {
    subject: name,
    state: 'CRITICAL',
    label: deviceIn(name),
    sentence: `Disk ${deviceIn(name)} is failing: ${words}.`,
    details: { cause },
  };
}

function growthOf(name: string, counts: Counts, before: Counts): Finding | null {
  const grown = (Object.keys(COUNTS) as Count[]).filter((key) => (counts[key] ?? 0) > (before[key] ?? 0));
  if (grown.length === 0) return null;
  const words = grown.map((key) => `${key.replace('_', ' ')} from ${before[key] ?? 0} to ${counts[key]}`);
  return {
    subject: name,
    state: 'WARNING',
    label: deviceIn(name),
    sentence: `Disk ${deviceIn(name)} is losing data: ${words.join(', ')}.`,
    value: Math.max(...grown.map((key) => counts[key] ?? 0)),
    details: Object.fromEntries(
      grown.flatMap((key) => [
        [key, counts[key] ?? 0],
        [`${key}${BEFORE}`, before[key] ?? 0],
      ]),
    ),
  };
}
