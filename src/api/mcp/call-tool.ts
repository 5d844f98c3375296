/** Runs a tool: checks its arguments, bounds its answer, cleans its texts. */
import type { Json, JsonObject } from '../../core/served.ts';
import { isObject } from '../../core/members.ts';
import { ApiError } from '../../http/server/errors.ts';
import { readQuery } from '../../http/route/query.ts';
import { type Asker, AskError, askerOf } from './asker.ts';
import { visibleValue, visibleText } from './plain.ts';
import { NOTE, parametersOf, type Tool } from './tool.ts';

/** Most bytes of an answer, and of one for which a limit is asked. */
export const USUAL_BYTES = 8000;
export const MOST_BYTES = 32_000;

export interface Answer {
  readonly isError: boolean;
  /** Reply as JSON, or the error. */
  readonly text: string;
  /** Undefined for an error. */
  readonly value?: JsonObject;
}

/** Never rejects for a mistake of the caller, nor for a server that does not answer. */
export async function callTool(
  tool: Tool,
  given: object | undefined,
  asker: Asker,
  now: number,
): Promise<Answer> {
  try {
    const value = await answerOf(tool, given, asker, now);
    return { isError: false, value, text: JSON.stringify(value) };
  } catch (error) {
    if (error instanceof ApiError || error instanceof AskError)
      return { isError: true, text: visibleText(`${error.message}.`) };
    throw error;
  }
}

async function answerOf(
  tool: Tool,
  given: object | undefined,
  asker: Asker,
  now: number,
): Promise<JsonObject> {
  const parameters = parametersOf(tool);
  const query = textsIn(given);
  const args = readQuery(parameters, query, now) as JsonObject;
  const meant = await askerOf(asker, (args['host'] as string | null | undefined) ?? null);
  const { get, seesArguments, page } = meant;
  const limit = (args['limit'] as number | undefined) ?? tool.limit;
  const made = await tool.run({ get, seesArguments, asked: asker, args: args as never, limit });
  const link = page + (tool.link?.(args as never) ?? '');
  const value = visibleValue({ ...made, link, note: NOTE }) as JsonObject;
  const mostBytes = query['limit'] === undefined ? USUAL_BYTES : MOST_BYTES;
  return shortened(chosen(value, tool, args['fields'] as readonly string[]), tool.lists, limit, mostBytes);
}

/** Arguments as the parsers of queries take them. */
function textsIn(given: object | undefined): JsonObject {
  if (given !== undefined && !isObject(given)) throw new ApiError(400, 'arguments must be an object');
  return Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, value]) =>
      value === null ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)] as const],
    ),
  );
}

function chosen(value: JsonObject, { lists: [first] }: Tool, fields: readonly string[] = []): JsonObject {
  const list = first === undefined ? undefined : value[first];
  if (first === undefined || fields.length === 0 || !Array.isArray(list)) return value;
  const only = (row: Json): Json =>
    isObject(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) : row;
  return { ...value, [first]: list.map(only) };
}

/** Entries are left out from the end of the longest list, until all fits. */
function shortened(
  value: JsonObject,
  names: readonly string[],
  limit: number,
  mostBytes: number,
): JsonObject {
  const listOf = (name: string): Json[] => value[name] as Json[];
  const lists = names.filter((name) => Array.isArray(value[name]));
  const sizes = new Map(lists.map((name) => [name, listOf(name).slice(0, limit).map(sizeOf)]));
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !sizes.has(name)));
  const room = mostBytes - sizeOf(rest) - sizeOf(lists) - FRAME;
  const allSizes = [...sizes.values()];
  for (let bytes = sum(allSizes.flat()); bytes > room;) {
    const longest = allSizes.reduce((most, one) => (sum(one) > sum(most) ? one : most), []);
    if (longest.length === 0) break;
    bytes -= longest.pop() ?? 0;
  }
  const kept = Object.entries(value).map(([name, member]) => {
    const size = sizes.get(name);
    return [name, size === undefined ? member : listOf(name).slice(0, size.length)] as const;
  });
  const left = sum(lists.map((name) => listOf(name).length)) - allSizes.flat().length;
  return { ...Object.fromEntries(kept), ...(left > 0 && { left_out: left }) };
}

/** Bytes of `left_out`. */
const FRAME = 64;
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
/** Bytes as JSON, with a comma. */
const sizeOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value)) + 1;
