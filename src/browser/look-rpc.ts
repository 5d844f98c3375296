/** Asks a server over XML-RPC: the values of each plugin, and the views of those that show numbers. */
import type { Peer } from '../client/ask.ts';
import { askRpcJson } from '../client/ask-rpc.ts';
import type { Column } from '../core/columns.ts';
import { RpcFault } from '../rpc/rpc-error.ts';
import type { Memory } from './connection.ts';
import { byPlugin } from './look-rest.ts';
import { pick } from './pick.ts';
import type { Answered } from './state.ts';

export interface RpcLook {
  peer: Peer;
  columns: readonly Column[];
  memory: Memory;
  /** Monotonic milliseconds. */
  now: number;
}

type What = 'stats' | 'views';

/** How methods are called: `getPlugin("cpu")` since version 4, `getCpu()` before. */
const NEW = 'plugin';
const OLD = 'names';
const REST_MS = 60_000;

/** Throws `RequestError`. */
export async function lookRpc(look: RpcLook): Promise<Map<string, Answered>> {
  const { columns, memory, now } = look;
  const values = new Map<string, Answered>();
  for (const [plugin, own] of byPlugin(columns)) {
    if ((memory.absent.get(plugin) ?? 0) > now || (memory.texts.get(plugin) ?? 0) > now) continue;
    const stats = await ask(look, plugin, 'stats');
    if (stats === null) {
      memory.absent.set(plugin, now + REST_MS);
      continue;
    }
    const hasNumbers = own.some((column) => typeof pick(column, stats, undefined)?.value === 'number');
    if (!hasNumbers) memory.texts.set(plugin, now + REST_MS);
    const views = hasNumbers ? await ask(look, plugin, 'views') : undefined;
    for (const column of own) {
      const answered = pick(column, stats, views);
      if (answered !== null) values.set(column.key, answered);
    }
  }
  return values;
}

/** Null where the server has no such plugin. */
async function ask({ peer, memory }: RpcLook, plugin: string, what: What): Promise<unknown> {
  const dialects = memory.dialect === null ? [NEW, OLD] : [memory.dialect];
  for (const dialect of dialects) {
    try {
      const [method, params] = callOf(dialect, plugin, what);
      const answer = await askRpcJson(peer, method, params);
      memory.dialect = dialect;
      return answer;
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error;
    }
  }
  return null;
}

function callOf(dialect: string, plugin: string, what: What): [method: string, params: string[]] {
  if (dialect === NEW) return [what === 'stats' ? 'getPlugin' : 'getPluginView', [plugin]];
  const name = plugin.charAt(0).toUpperCase() + plugin.slice(1);
  return [what === 'stats' ? `get${name}` : `getViews${name}`, []];
}
