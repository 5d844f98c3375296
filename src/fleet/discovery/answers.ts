/** Answers to queries, and name conflicts (RFC 6762, sections 6 to 9). Pure. */
import { SERVICE_TYPES } from './service.ts';
import {
  type MdnsMessage,
  type MdnsQuestion,
  nameKey,
  recordKey,
  type ResourceRecord,
  sameName,
} from './wire.ts';

export interface Reply {
  answers: ResourceRecord[];
  /** Additional records that the querier needs next. */
  additionals: ResourceRecord[];
}

/** Returns the requested records, without known answers; null if none are left. */
export function replyTo(message: MdnsMessage, records: readonly ResourceRecord[]): Reply | null {
  const answers = records.filter(
    (record) =>
      message.questions.some((question) => asksFor(question, record)) && !isKnown(record, message.answers),
  );
  if (answers.length === 0) return null;
  const additionals = answers.every(({ name }) => sameName(name, SERVICE_TYPES))
    ? []
    : records.filter((record) => !answers.includes(record) && record.type !== 'PTR');
  return { answers, additionals };
}

const asksFor = ({ name, type }: MdnsQuestion, record: ResourceRecord): boolean =>
  (type === 'ANY' || type === record.type) && sameName(name, record.name);

/** A known answer with at least half of its TTL left (RFC 6762, section 7.1). */
function isKnown(record: ResourceRecord, known: readonly ResourceRecord[]): boolean {
  const key = recordKey(record);
  return known.some((other) => other.ttl >= record.ttl / 2 && recordKey(other) === key);
}

/** True if a response conflicts with our unique names (section 9). @param ours all records that we send in any network */
export function contradicts(message: MdnsMessage, ours: readonly ResourceRecord[]): boolean {
  const keys = new Set(ours.map(recordKey));
  const heads = new Set(ours.filter(({ flush }) => flush).map(headKey));
  return [...message.answers, ...message.additionals].some(
    (record) => record.ttl > 0 && heads.has(headKey(record)) && !keys.has(recordKey(record)),
  );
}

/**
 * True if a simultaneous claim of the same name wins: its data is later in the order of section 8.2. Bytes are compared as text,
 * consistently between agents.
 * @param here our records in the message's network
 * @param anywhere our records in all networks: our own claims may come back to us
 */
export function goesFirst(
  { authorities }: MdnsMessage,
  { here, anywhere }: Record<'here' | 'anywhere', readonly ResourceRecord[]>,
): boolean {
  const ours = here.filter(({ flush }) => flush);
  const names = new Set(ours.map(({ name }) => nameKey(name)));
  const theirs = authorities.filter(({ name }) => names.has(nameKey(name)));
  const own = new Set(anywhere.map(recordKey));
  if (theirs.every((record) => own.has(recordKey(record)))) return false;
  return orderKey(theirs) > orderKey(ours);
}

const headKey = ({ name, type }: ResourceRecord): string => `${type} ${nameKey(name)}`;

const orderKey = (records: readonly ResourceRecord[]): string => records.map(recordKey).sort().join('\n');
