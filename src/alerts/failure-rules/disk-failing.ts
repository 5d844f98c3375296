/** DISK_FAILING: a disk reports failure, or loses sectors. */
import { allRead, defineFailureRule, listOf, type OngoingAlert, UNREAD } from '../../core/failure-rule.ts';
import type { Finding } from '../../core/event.ts';
import type { Phrase } from '../../core/phrase.ts';
import {
  attributesIn,
  FAILING_NOW,
  type JudgedAttribute,
  attributeNumber,
  SMART_STATUS,
} from '../../core/smart-words.ts';
import { say, saying, type Word } from '../../core/said.ts';

/** Counters that grow as a disk loses data or spare sectors, by smartctl name. */
const COUNTS = {
  reallocated_sectors: /^Reallocated_Sector/i,
  pending_sectors: /^Current_Pending_Sector/i,
  uncorrectable_sectors: /^Offline_Uncorrectable/i,
  media_errors: /^Integrity errors$/,
  grown_defects: /^Grown defects$/,
  uncorrected_read_errors: /^Uncorrected read errors$/,
  uncorrected_write_errors: /^Uncorrected write errors$/,
  uncorrected_verify_errors: /^Uncorrected verify errors$/,
} as const;
type Count = keyof typeof COUNTS;

const WORDS: Readonly<Record<Count, Phrase>> = {
  reallocated_sectors: 'reallocated sectors',
  pending_sectors: 'pending sectors',
  uncorrectable_sectors: 'uncorrectable sectors',
  media_errors: 'media errors',
  grown_defects: 'grown defects',
  uncorrected_read_errors: 'uncorrected read errors',
  uncorrected_write_errors: 'uncorrected write errors',
  uncorrected_verify_errors: 'uncorrected verify errors',
};
type Counts = Partial<Record<Count, number>>;

const WORN_OUT = 100;

export const diskFailing = defineFailureRule({
  name: 'DISK_FAILING',
  description:
    'Critical while a disk fails by its SMART status, an attribute or an NVMe critical warning, lacks spare blocks, or has used up its endurance. A warning when reallocated, pending or uncorrectable sectors or media errors grow, until a user acknowledges it.',
  level: null,
  inputs: { smart: listOf('smart') },
  atStart: 'notify',
  create() {
    /** Reported counts by disk; growth beyond them is reported again. */
    const known = new Map<string, Counts>();
    return ({ values: { smart }, ongoing }) => {
      if (smart === null) return UNREAD;
      return allRead(
        smart.flatMap((disk) => {
          const name = String(disk['DeviceName']);
          const attributes = attributesIn(disk);
          const counts = countsOf(attributes);
          const before = baseline(counts, known.get(name), ongoing.get(name));
          known.set(name, before);
          return failureOf(name, attributes) ?? growthOf(name, counts, before) ?? [];
        }),
      );
    };
  },
});

const countsOf = (attributes: readonly JudgedAttribute[]): Counts =>
  Object.fromEntries(
    Object.entries(COUNTS).flatMap(([key, name]) => {
      const count = attributeNumber(attributes, name);
      return count === null ? [] : [[key, count]];
    }),
  );

/** Acknowledged counts are not reported again; those reported before a restart remain. */
function baseline(counts: Counts, known: Counts | undefined, ongoing: OngoingAlert | undefined): Counts {
  if (ongoing?.isAcknowledged) return counts;
  if (known !== undefined) return { ...counts, ...known };
  const reported = Object.entries(ongoing?.details ?? {}).flatMap(([key, value]) =>
    key.endsWith(BEFORE) && typeof value === 'number' ? [[key.slice(0, -BEFORE.length), value]] : [],
  );
  return { ...counts, ...Object.fromEntries(reported) };
}

const BEFORE = '_before';

/** Returns the device name, without the model. */
const deviceIn = (name: string): string => name.split(' ', 1)[0] ?? name;

/** Bits of the critical warning (NVM Express Base Specification, SMART / Health Information). */
const WARNINGS = [
  say('its spare blocks run out'),
  say('its temperature is out of range'),
  say('its reliability is degraded'),
  say('it is read-only'),
  say('its memory backup has failed'),
  say('its persistent memory is read-only'),
];

function warningsIn(bits: number): Word {
  const found = WARNINGS.filter((_, bit) => (bits >> bit) & 1);
  return found.length === 0 ? say('its controller reports a critical warning') : found;
}

/** Cause and words of the failure, the most exact first; null: the disk does not fail. */
function causeOf(attributes: readonly JudgedAttribute[]): readonly [cause: string, words: Word] | null {
  const failing = attributes
    .filter(({ when_failed: when }) => when === FAILING_NOW)
    .map(({ name }) => String(name));
  const attribute = failing.find((name) => name !== SMART_STATUS);
  if (attribute !== undefined) return [attribute, say('its attribute {attribute} fails now', { attribute })];
  const spare = attributeNumber(attributes, /^Available spare \(%\)/);
  const least = attributeNumber(attributes, /^Available spare threshold/);
  if (spare !== null && least !== null && spare < least)
    return [
      'spare',
      say('{spare} % of its spare blocks are left, below its threshold of {least} %', { spare, least }),
    ];
  const used = attributeNumber(attributes, /^Percentage used/);
  if (used !== null && used >= WORN_OUT)
    return ['wear', say('{used} % of its endurance is used up', { used })];
  const warnings = attributeNumber(attributes, /^Number of critical warnings/) ?? 0;
  if (warnings > 0) return ['critical warning', warningsIn(warnings)];
  return failing.length > 0 ? ['SMART status', say('its overall SMART status is FAILED')] : null;
}

function failureOf(name: string, attributes: readonly JudgedAttribute[]): Finding | null {
  const found = causeOf(attributes);
  if (found === null) return null;
  const [cause, words] = found;
  return {
    subject: name,
    state: 'CRITICAL',
    label: deviceIn(name),
    ...saying('Disk {disk} is failing: {words}.', { disk: deviceIn(name), words }),
    details: { cause },
  };
}

function growthOf(name: string, counts: Counts, before: Counts): Finding | null {
  const grown = (Object.keys(COUNTS) as Count[]).filter((key) => (counts[key] ?? 0) > (before[key] ?? 0));
  if (grown.length === 0) return null;
  const words = grown.map((key) =>
    say('{attribute} from {before} to {now}', {
      attribute: say(WORDS[key]),
      before: before[key] ?? 0,
      now: counts[key] ?? 0,
    }),
  );
  return {
    subject: name,
    state: 'WARNING',
    label: deviceIn(name),
    ...saying('Disk {disk} is losing data: {words}.', { disk: deviceIn(name), words }),
    value: Math.max(...grown.map((key) => counts[key] ?? 0)),
    details: Object.fromEntries(
      grown.flatMap((key) => [
        [key, counts[key] ?? 0],
        [`${key}${BEFORE}`, before[key] ?? 0],
      ]),
    ),
  };
}
