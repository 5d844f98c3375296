/**
 * Parses long JSON in slices: `JSON.parse` may take 50 ms for a crafted megabyte. Arrays and objects are split into members, which
 * are parsed one by one.
 */
import type { Json } from './served.ts';
import { Slice } from './slice.ts';

/** Characters that are parsed at once: two milliseconds, at worst five. */
const WHOLE = 64 * 1024;
/** Characters of one text or number: 20 ms of escapes would be 4 million. */
const LONGEST_LEAF = 1024 * 1024;
/** Members of an object: beyond, making it takes longer than any slice. A list of processes by number has fewer. */
const MOST_MEMBERS = 50_000;
/** Characters in which a key must end. */
const LONGEST_KEY = 256 * 1024;
/** Members within members that are cut; each level reads the text once more. */
const MOST_CUT = 4;
/** Characters that are looked at between two looks at the clock. */
const STEP = 128 * 1024;

/** Replaces a member of a list that was parsed on its own. */
export type Convert = (member: Json) => Json | object;

/** Members are parsed in slices, and converted one by one: the parsed forms of all are never in memory together. */
interface Work {
  readonly slice: Slice;
  readonly convert: Convert;
}

/**
 * Parses JSON. Throws `SyntaxError`.
 * @param convert called for members of lists in long texts, inner ones first; not for short texts
 */
export const parseJsonInSlices = (text: string, convert: Convert = (member) => member): Promise<Json> =>
  parse(text, { slice: new Slice(), convert }, MOST_CUT);

async function parse(text: string, work: Work, levels: number): Promise<Json> {
  const { slice } = work;
  if (text.length <= WHOLE) return JSON.parse(text) as Json;
  const body = trimmed(text);
  const [open, close] = [body[0], body.at(-1)];
  if (open !== '[' && open !== '{') {
    // A long text or number: there is nothing to cut.
    if (body.length > LONGEST_LEAF) throw new SyntaxError('a text that is too long');
    return JSON.parse(body) as Json;
  }
  if (levels === 0 || close !== (open === '[' ? ']' : '}'))
    throw new SyntaxError('not JSON, or too deep for its length');
  const members: string[] = [];
  for (const member of membersOf(body)) {
    if (member !== null) members.push(member);
    if (open === '{' && members.length > MOST_MEMBERS)
      throw new SyntaxError('an object with too many members');
    if (slice.isOver) await slice.next();
  }
  if (members.length === 1 && trimmed(members[0] ?? '') === '') return open === '[' ? [] : {};
  return open === '[' ? listOf(members, work, levels) : objectOf(members, work, levels);
}

async function listOf(members: readonly string[], work: Work, levels: number): Promise<Json[]> {
  const { slice, convert } = work;
  const list: Json[] = [];
  for (const member of members) {
    const parsed =
      member.length > WHOLE ? await parse(member, work, levels - 1) : (JSON.parse(member) as Json);
    list.push(convert(parsed) as Json);
    if (slice.isOver) await slice.next();
  }
  return list;
}

const KEY = /[ \t\n\r]*("(?:[^"\\]|\\[^])*")[ \t\n\r]*:/y;

async function objectOf(
  members: readonly string[],
  work: Work,
  levels: number,
): Promise<Record<string, Json>> {
  const entries: [string, Json][] = [];
  for (const member of members) {
    KEY.lastIndex = 0;
    const [head, key] = KEY.exec(member.slice(0, LONGEST_KEY)) ?? [];
    if (head === undefined || key === undefined) throw new SyntaxError('a member without a key');
    entries.push([JSON.parse(key) as string, await parse(member.slice(head.length), work, levels - 1)]);
    if (work.slice.isOver) await work.slice.next();
  }
  // Own members, whatever they are called.
  return Object.fromEntries(entries);
}

const SPACES = ' \t\n\r';

/** Without the white space of section 2 of RFC 8259: `trim` would take away a byte order mark, which no JSON has, too. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && SPACES.includes(text.charAt(from))) from += 1;
  while (to > from && SPACES.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Yields the texts between the commas of an array or object; null is a pause in a long one. */
function* membersOf(body: string): Generator<string | null> {
  let from = 1;
  let depth = 0;
  let pause = STEP;
  for (let at = 0; at < body.length; at += 1) {
    const code = body.charCodeAt(at);
    if (code === QUOTE) at = endOfText(body, at);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === COMMA && depth === 1) {
      yield body.slice(from, at);
      from = at + 1;
    }
    if (depth === 0 && at < body.length - 1) throw new SyntaxError('text behind the end');
    if (at < pause) continue;
    pause = at + STEP;
    yield null;
  }
  if (depth !== 0) throw new SyntaxError('no end');
  yield body.slice(from, -1);
}

/** Where the quoted text that begins here ends. */
function endOfText(body: string, start: number): number {
  for (let at = start + 1; at < body.length; at += 1) {
    const code = body.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  throw new SyntaxError('a text without an end');
}
