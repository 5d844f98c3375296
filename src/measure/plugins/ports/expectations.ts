/** Expectations on a website's reply, and their violations. */
import type { Json, ServedMember } from '../../../core/served.ts';
import { valueAt } from '../../../core/members.ts';
import type { WebAnswer } from '../../../core/host.ts';
import { OptionError } from '../../../core/option-parse.ts';
import { parseJsonInSlices } from '../../../core/parse-json.ts';
import { maskSecrets } from '../../../core/redact.ts';

/** A set of status codes. */
export interface Statuses {
  /** Expectation as configured. */
  readonly text: string;
  has(status: number): boolean;
  /** True if a redirect counts as the reply and is not followed. */
  readonly hasRedirects: boolean;
}

const CODES = /^([1-5]\d\d)(?:-([1-5]\d\d))?$/;

/** Reads `200-299,401`. Throws `OptionError`. */
export function parseStatuses(text: string): Statuses {
  const ranges = text.split(',').map((word) => {
    const [, first, last = first] = CODES.exec(word.trim()) ?? [];
    if (first === undefined || Number(last) < Number(first))
      throw new OptionError('expected status codes of HTTP, such as 200-299,401');
    return [Number(first), Number(last)] as const;
  });
  const has = (status: number): boolean => ranges.some(([first, last]) => status >= first && status <= last);
  return { text: text.trim(), has, hasRedirects: ranges.some(([first, last]) => first < 400 && last >= 300) };
}

/** Names of members and indexes of elements, outermost first. */
export type JsonPath = readonly string[];

const STEP = /^([^[\]]*)((?:\[\d+\])*)$/;

/** Reads `data.checks[0].status`. Throws `OptionError`. */
export function parseJsonPath(text: string): JsonPath {
  return text.split('.').flatMap((step, index) => {
    const [, name = '', indexes = ''] = STEP.exec(step) ?? [];
    if (name === '' && (indexes === '' || index > 0))
      throw new OptionError('expected a path in a JSON document, such as checks[0].status');
    return [...(name === '' ? [] : [name]), ...(indexes.match(/\d+/g) ?? [])];
  });
}

interface Expectations {
  /** Null: as expected. */
  readonly status: Statuses | null;
  readonly keyword: string | null;
  readonly json: { readonly text: string; readonly path: JsonPath; readonly value: string | null } | null;
}

/** Accepted status codes of a page without configured ones. */
const FINE = new Set([200, 301, 302]);
export const isFine = (status: ServedMember): boolean => FINE.has(status as number);

/** Most bytes of a body that are searched. */
export const MOST_BODY = 256 * 1024;
const MOST_SHOWN = 60;
/** Most characters that are searched for secrets. */
const LONGEST = 1000;

/** Fault of a reply, as the end of a sentence that begins with the address; null: none. */
export async function faultOf(
  { status, body }: Pick<WebAnswer, 'status' | 'body'>,
  expected: Expectations,
): Promise<string | null> {
  const isExpected = expected.status === null ? isFine(status) : expected.status.has(status);
  if (!isExpected) return `answers ${status} (expected ${expected.status?.text ?? 200})`;
  const { keyword, json } = expected;
  const text = body.toString('utf8');
  if (keyword !== null && !text.includes(keyword)) return `lacks the text ${quotedText(keyword)}`;
  if (json === null) return null;
  try {
    return faultOfJson(await parseJsonInSlices(text), json);
  } catch {
    // Only parsing fails: the body has arrived.
    return body.length >= MOST_BODY ? `sends more JSON than ${MOST_BODY / 1024} KiB` : 'sends no valid JSON';
  }
}

function faultOfJson(
  document: Json,
  { text, path, value }: NonNullable<Expectations['json']>,
): string | null {
  const found = valueAt(document, path);
  if (found === undefined) return `has no ${text} in its JSON`;
  if (value === null) return null;
  const shown = typeof found === 'string' ? found : JSON.stringify(found);
  return shown === value ? null : `has ${text} = ${quotedText(shown)} (expected ${quotedText(value)})`;
}

/** A text of another program in one short line, without secrets. */
export function quotedText(text: string): string {
  const line = maskSecrets(text.slice(0, LONGEST)).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  return `"${line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line}"`;
}
