/** Multicast DNS messages (RFC 1035, section 4; RFC 6762, section 18), bounded before and after decoding. */
import { decode, encode } from 'dns-packet';

interface RecordHead {
  name: string;
  /** Seconds. */
  ttl: number;
  /** Replaces what is known of this name and type: "cache-flush", RFC 6762 section 10.2. */
  flush: boolean;
}

export interface ServiceAddress {
  priority: number;
  weight: number;
  port: number;
  target: string;
}

export type AddressRecord = RecordHead & { type: 'A' | 'AAAA'; data: string };
export type PointerRecord = RecordHead & { type: 'PTR'; data: string };
type ServiceRecord = RecordHead & { type: 'SRV'; data: ServiceAddress };
type TextRecord = RecordHead & { type: 'TXT'; data: Uint8Array[] };
/** Those that finding services needs; records of other types are left out. Names have no dot at their end. */
export type ResourceRecord = AddressRecord | PointerRecord | ServiceRecord | TextRecord;

export interface MdnsQuestion {
  name: string;
  /** `PTR`, `ANY`, … */
  type: string;
}

export interface MdnsMessage {
  id: number;
  type: 'query' | 'response';
  /** More known answers follow: RFC 6762 section 7.2. */
  truncated: boolean;
  questions: MdnsQuestion[];
  answers: ResourceRecord[];
  authorities: ResourceRecord[];
  additionals: ResourceRecord[];
}

/** RFC 6762 section 17. */
const MOST_BYTES = 9000;
const HEADER_BYTES = 12;
/** Most records of all sections; 1,500 bytes hold about 100. */
const MOST_RECORDS = 512;
const MOST_NAME = 255;

/** Null for invalid and for oversized messages. */
export function decodeMessage(bytes: Uint8Array): MdnsMessage | null {
  if (!isPlausible(bytes)) return null;
  try {
    const { id, type, opcode, flag_tc: truncated, questions, ...records } = decode(bytes) as Packet;
    if (opcode !== 'QUERY') return null;
    return {
      id,
      type,
      truncated,
      questions: questions.flatMap(({ class: asked, ...question }) =>
        isName(question.name) && ASKED_CLASSES.has(asked) ? [question] : [],
      ),
      answers: records.answers.flatMap(recordOf),
      authorities: records.authorities.flatMap(recordOf),
      additionals: records.additionals.flatMap(recordOf),
    };
  } catch {
    return null;
  }
}

export function encodeMessage(message: Partial<MdnsMessage> & Pick<MdnsMessage, 'type'>): Buffer {
  const records = (list: readonly ResourceRecord[] = []) =>
    list.map((record) => ({ ...record, class: 'IN' }));
  return encode({
    id: message.id ?? 0,
    type: message.type,
    // Bits of RFC 1035 section 4.1.1: AA in responses, TC.
    flags: (message.type === 'response' ? 1 << 10 : 0) | (message.truncated ? 1 << 9 : 0),
    questions: (message.questions ?? []).map((question) => ({ ...question, class: 'IN' })),
    answers: records(message.answers),
    authorities: records(message.authorities),
    additionals: records(message.additionals),
  });
}

/** Checks size and number of records before decoding. */
function isPlausible(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_BYTES || bytes.length > MOST_BYTES) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const records = [4, 6, 8, 10].map((offset) => view.getUint16(offset));
  return records.reduce((sum, count) => sum + count) <= MOST_RECORDS;
}

/** A message as the library decodes it. There may be records of other types. */
interface Packet extends Record<'answers' | 'authorities' | 'additionals', DecodedRecord[]> {
  readonly id: number;
  readonly type: 'query' | 'response';
  readonly opcode: string;
  readonly flag_tc: boolean;
  readonly questions: readonly (MdnsQuestion & { readonly class: string })[];
}
type DecodedRecord = ResourceRecord & { readonly class: string };

/** IN, or IN with the bit that asks for an answer by unicast (RFC 6762 section 5.4), which the library does not split off. */
const ASKED_CLASSES: ReadonlySet<string> = new Set(['IN', `UNKNOWN_${0x8001}`, 'ANY']);
const TYPES: ReadonlySet<string> = new Set(['A', 'AAAA', 'PTR', 'SRV', 'TXT']);

function recordOf({ class: of, ...record }: DecodedRecord): ResourceRecord[] {
  const { name, type, data } = record;
  if (!isName(name) || of !== 'IN' || !TYPES.has(type)) return [];
  if (type === 'PTR' && !isName(data)) return [];
  return type === 'SRV' && !isName(data.target) ? [] : [record];
}

const isName = (text: string): boolean => text.length <= MOST_NAME;

/** Names are compared without case of ASCII letters (RFC 6762, section 16). */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

export const nameKey = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Equal for records that say the same about the same name, whatever their time to live. */
export function recordKey({ name, type, data }: ResourceRecord): string {
  const head = `${type} ${nameKey(name)} `;
  if (type === 'SRV') return `${head}${data.priority} ${data.weight} ${data.port} ${nameKey(data.target)}`;
  if (type === 'TXT') return head + data.map((text) => Buffer.from(text).toString('hex')).join(' ');
  return head + nameKey(data);
}
