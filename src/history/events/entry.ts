/** Entries of the event journal, one per line. */
import type {
  AlertStats,
  PendingNotice,
  StoredAlert,
  StoredPolicy,
  TargetState,
} from '../../core/alert-policy.ts';
import type { EventChangeKind, SavedEvent } from '../../core/event.ts';
import {
  formOf,
  hasForm,
  isNumber,
  isText,
  isTime,
  listOf,
  ofForm,
  oneOf,
  orAbsent,
  orNull,
} from '../../core/form.ts';
import { checkedLine, parseCheckedLine } from '../archive/checked-line.ts';
import type { SinceBoot } from '../archive/since-boot.ts';
import { isNotice, isSavedEvent, isStretches } from './forms.ts';

/** Time, and the kernel's own time if known. */
interface Timed extends Partial<SinceBoot> {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Grows with every line, over restarts, too. */
  readonly seq: number;
}

/** An alert after something happened to it. */
export interface AlertChangeEntry extends SavedEvent {
  /** `told`: it is notified; `server`: something happened to that of a server. Else it happened to its event. */
  readonly kind: EventChangeKind | 'told' | 'server';
  /** Its event was too short for the list. */
  readonly dropped: boolean;
  /** What is notified of it; null: nothing is. */
  readonly policy: StoredPolicy | null;
}
export interface EventEntry extends Timed, AlertChangeEntry {}

/** Events were removed from the list, but stay in the journal. */
export interface ClearEntry extends Timed {
  readonly kind: 'clear';
  readonly which: 'all' | 'warning';
}

/** Something happened to the agent: `start`, `stop`, `killed`, `clock`, `paused`, … */
export interface MarkEntry extends Timed {
  readonly kind: 'mark';
  readonly mark: string;
  /** Detail in words: a reason or an amount. */
  readonly detail?: string;
}

export type JournalEntry = EventEntry | ClearEntry | MarkEntry;

export const lineOf = (entry: JournalEntry): string => checkedLine(entry);

/** Parses a line; null if it is damaged, or of an unknown kind (written by a newer version). */
export function parseLine(line: string): JournalEntry | null {
  const value = parseCheckedLine(line);
  return value && entryOf(value);
}

const isOptionalText = orAbsent(isText);

const EVENT_KINDS: ReadonlySet<unknown> = new Set([
  'begin',
  'level',
  'resume',
  'continue',
  'end',
  'told',
  'server',
] satisfies EventEntry['kind'][]);

function entryOf(value: Record<string, unknown>): JournalEntry | null {
  if (!isTime(value['time']) || !isNumber(value['seq']) || !isOptionalText(value['boot'])) return null;
  if (value['uptime'] !== undefined && !isNumber(value['uptime'])) return null;
  return isClearEntry(value) || isMarkEntry(value) || isEventEntry(value) ? value : null;
}

const isClearEntry = (value: object): value is ClearEntry => {
  const { kind, which } = value as Partial<Record<keyof ClearEntry, unknown>>;
  return kind === 'clear' && (which === 'all' || which === 'warning');
};

const isMarkEntry = (value: object): value is MarkEntry => {
  const { kind, mark, detail } = value as Partial<Record<keyof MarkEntry, unknown>>;
  return kind === 'mark' && isText(mark) && isOptionalText(detail);
};

const isEventEntry = (value: object): value is EventEntry =>
  EVENT_KINDS.has((value as Partial<EventEntry>).kind) &&
  isSavedEvent(value) &&
  isPolicyOrNull((value as Partial<EventEntry>).policy);

const STATS = formOf<AlertStats>({ min: isNumber, max: isNumber, sum: isNumber, count: isNumber });

const PENDING_FORM = formOf<PendingNotice>({
  state: oneOf(['queue', 'quiet', 'silence']),
  notice: isNotice,
});

const isTarget = ofForm(
  formOf<TargetState>({
    told: oneOf(['none', 'queued', 'sent', 'failed']),
    level: orNull(oneOf(['WARNING', 'CRITICAL'])),
    at: isNumber,
    pending: listOf(ofForm(PENDING_FORM)),
  }),
);

/** Of policies in files. */
export const POLICY_FORM = formOf<StoredPolicy>({
  id: isNumber,
  begin: isNumber,
  earlier: orNull(ofForm(STATS)),
  stretches: isStretches,
  phase: oneOf(['pending', 'told', 'flapping', 'over']),
  told: orNull(oneOf(['WARNING', 'CRITICAL'])),
  toldStage: isNumber,
  raisedAt: isNumber,
  criticalSince: orNull(isNumber),
  clearSince: orNull(isNumber),
  raises: listOf(isNumber),
  unsettledSince: isNumber,
  count: isNumber,
  unsettledSeconds: isNumber,
  wasTold: oneOf([true, false]),
  undecided: orNull(oneOf(['begin', 'change', 'flapping', 'end'])),
  targets: (value) => typeof value === 'object' && value !== null && Object.values(value).every(isTarget),
});

const isPolicyOrNull = orNull(ofForm(POLICY_FORM));

const STORED_FORM = formOf<StoredAlert>({ saved: isSavedEvent, policy: isPolicyOrNull });

export const isStoredAlert = (value: unknown): value is StoredAlert => hasForm(value, STORED_FORM);
