/**
 * Requests the plugins of the columns from a server, with as few requests as possible: this dominates the cost of a hub with many
 * servers.
 */
import type { Column } from '../../core/columns.ts';
import type { Json, Scalar } from '../../core/served.ts';
import type { ConnectionMemory } from './connection.ts';
import { NO_DECORATION, extractValue, type Answered } from '../../net/agents/values/extract.ts';
import { groupBy } from '../../core/group-by.ts';

export interface PluginsPoll {
  columns: readonly Column[];
  memory: ConnectionMemory;
  /** Monotonic milliseconds. */
  now: number;
}

/** How a server is asked; null: it has nothing of this name. */
interface PluginsAsk {
  stats(plugin: string): Promise<Json>;
  views(plugin: string): Promise<Json>;
  /** Anything that needs a login, where there is nothing else to ask for. */
  alive(): Promise<unknown>;
}

type Values = Map<string, Answered>;

/** Pause before a value that a server does not have is asked for again. */
const REST_MS = 60_000;
/** Values that moved by less keep their levels for one more poll: the twentieth part. */
const MOVED = 0.05;

export async function pollPlugins(poll: PluginsPoll, ask: PluginsAsk): Promise<Values> {
  const { columns, memory, now } = poll;
  const values: Values = new Map();
  let isAsked = false;
  for (const [plugin, own] of groupBy(columns, ({ plugin }) => plugin)) {
    if ((memory.restUntil.get(plugin) ?? 0) > now || skipsTexts(plugin, memory)) continue;
    isAsked = true;
    const stats = await ask.stats(plugin);
    const plain = stats === null ? [] : picked(own, stats);
    const hasNumbers = plain.some(([, { value }]) => typeof value === 'number');
    if (plain.length === 0) memory.restUntil.set(plugin, now + REST_MS);
    else if (!hasNumbers) memory.judged.set(plugin, new Map(plain));
    const answers = hasNumbers ? await judged({ plugin, own, plain, stats, memory, ask }) : plain;
    for (const [key, answered] of answers) values.set(key, answered);
  }
  if (!isAsked) await ask.alive();
  return values;
}

/** Texts hardly ever change: every second poll does without them. */
function skipsTexts(plugin: string, { judged: known }: ConnectionMemory): boolean {
  const last = known.get(plugin);
  if (last === undefined || [...last.values()].some(({ value }) => typeof value === 'number')) return false;
  return known.delete(plugin);
}

type Answers = [key: string, answered: Answered][];

const picked = (columns: readonly Column[], stats: Json, views?: Json): Answers =>
  columns.flatMap((column): Answers => {
    const answered = extractValue(column, stats, views);
    return answered === null ? [] : [[column.key, answered]];
  });

interface Judged {
  plugin: string;
  own: readonly Column[];
  /** Values without their levels. */
  plain: Answers;
  stats: Json;
  memory: ConnectionMemory;
  ask: PluginsAsk;
}

/** Returns the values with their levels: those of the last poll if little has changed, at most once in a row. */
async function judged({ plugin, own, plain, stats, memory, ask }: Judged): Promise<Answers> {
  const last = memory.judged.get(plugin);
  if (last !== undefined && plain.every(([key, { value }]) => isNear(last.get(key)?.value, value))) {
    memory.judged.delete(plugin);
    return plain.map(([key, { value }]) => [
      key,
      { value, decoration: last.get(key)?.decoration ?? NO_DECORATION },
    ]);
  }
  const answers = picked(own, stats, await ask.views(plugin));
  memory.judged.set(plugin, new Map(answers));
  return answers;
}

const isNear = (before: Scalar | undefined, now: Scalar): boolean =>
  typeof before === 'number' && typeof now === 'number'
    ? Math.abs(now - before) <= MOVED * Math.abs(before)
    : before === now;
