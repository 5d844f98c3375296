/**
 * Asks a server over REST. One like us answers all columns in one short reply; others are asked for each plugin, and for
 * the views of those that show numbers.
 */
import type { Peer } from '../client/ask.ts';
import { askJson } from '../client/ask-json.ts';
import { RequestError } from '../client/request-error.ts';
import type { Column } from '../core/columns.ts';
import type { Memory } from './connection.ts';
import { decorationOf, memberOf, pick, scalarOf } from './pick.ts';
import type { Answered } from './state.ts';

type Values = Map<string, Answered>;
export type Ask = (path: string) => Promise<unknown>;

export interface RestLook {
  peer: Peer;
  columns: readonly Column[];
  memory: Memory;
  /** Monotonic milliseconds. */
  now: number;
}

const COMPACT = 'compact';
/** Newest first. */
const VERSIONS = ['/api/4', '/api/3', '/api/2'];
/** After so long it may have been replaced by one that can do more. */
const DIALECT_MS = 600_000;
/** Texts and lacking plugins are asked for again after so long. */
const REST_MS = 60_000;

/** Throws `RequestError`. */
export async function lookRest(look: RestLook): Promise<Values> {
  const { peer, memory, now } = look;
  const ask: Ask = (path) => askJson(peer, path);
  if (memory.dialect === COMPACT || memory.dialect === null || memory.dialectUntil <= now) {
    const values = await askCompact(look, ask);
    memory.dialectUntil = now + DIALECT_MS;
    if (values !== null) {
      memory.dialect = COMPACT;
      return values;
    }
    memory.dialect = await versionOf(look, ask);
  }
  return askPlugins(look, ask, memory.dialect);
}

/** Null when the server does not know of this. */
async function askCompact({ columns }: RestLook, ask: Ask): Promise<Values | null> {
  const names = columns.map(({ plugin, field, item }) =>
    [plugin, field, ...(item === null ? [] : [item])].map(encodeURIComponent).join(':'),
  );
  const reply = await orNull(() => ask(`/api/values?of=${names.join(',')}`));
  const found = memberOf(reply, 'values');
  if (typeof found !== 'object' || found === null) return null;
  const values: Values = new Map();
  for (const { key } of columns) {
    const entry = memberOf(found, key);
    const value = scalarOf(memberOf(entry, 'value'));
    if (value !== undefined)
      values.set(key, { value, decoration: decorationOf(memberOf(entry, 'decoration')) });
  }
  return values;
}

/** Path of the newest version that it has. */
async function versionOf({ peer }: RestLook, ask: Ask): Promise<string> {
  const [newest = '', ...older] = VERSIONS;
  const status = await refusedOrNull(() => ask(`${newest}/status`));
  if (typeof memberOf(status, 'version') === 'string') return newest;
  for (const version of older)
    if (Array.isArray(await refusedOrNull(() => ask(`${version}/pluginslist`)))) return version;
  throw new RequestError('not-agent', `${peer.base.host} answers, but not as an agent does`);
}

async function askPlugins({ columns, memory, now }: RestLook, ask: Ask, root: string): Promise<Values> {
  const values: Values = new Map();
  for (const [plugin, own] of byPlugin(columns)) {
    if ((memory.absent.get(plugin) ?? 0) > now || (memory.texts.get(plugin) ?? 0) > now) continue;
    const stats = await refusedOrNull(() => ask(`${root}/${plugin}`));
    if (stats === null) {
      memory.absent.set(plugin, now + REST_MS);
      continue;
    }
    const plain = own.map((column) => pick(column, stats, undefined));
    const hasNumbers = plain.some((answered) => typeof answered?.value === 'number');
    if (!hasNumbers) memory.texts.set(plugin, now + REST_MS);
    const views = hasNumbers ? await refusedOrNull(() => ask(`${root}/${plugin}/views`)) : undefined;
    for (const column of own) {
      const answered = pick(column, stats, views);
      if (answered !== null) values.set(column.key, answered);
    }
  }
  return values;
}

export function byPlugin(columns: readonly Column[]): Map<string, Column[]> {
  const plugins = new Map<string, Column[]>();
  for (const column of columns) plugins.set(column.plugin, [...(plugins.get(column.plugin) ?? []), column]);
  return plugins;
}

/** Null where the server has nothing of this kind. */
const refusedOrNull = (ask: () => Promise<unknown>): Promise<unknown> => nullFor(['absent'], ask);

/** Null where the server has something else there, such as the page of a program that answers every path with it. */
const orNull = (ask: () => Promise<unknown>): Promise<unknown> =>
  nullFor(['absent', 'not-agent', 'status'], ask);

async function nullFor(problems: readonly string[], ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RequestError && problems.includes(error.problem)) return null;
    throw error;
  }
}
