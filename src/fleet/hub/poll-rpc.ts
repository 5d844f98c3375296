/** Asks a server over XML-RPC: the values of each plugin, and the views of those that show numbers. */
import type { Json } from '../../core/served.ts';
import type { Peer } from '../../net/agents/ask.ts';
import { askRpc, askRpcJson } from '../../net/agents/ask-rpc.ts';
import { RpcFault } from '../../net/xml-rpc/rpc-error.ts';
import { foreignAlerts, type PolledValues } from './poll-rest.ts';
import { pollPlugins, type PluginsPoll } from './poll-plugins.ts';

interface RpcPoll extends PluginsPoll {
  /** Whom to ask, with the time that is left. Throws `RequestError` when there is none. */
  peer(): Peer;
}

type What = 'stats' | 'views';

/** How methods are called: `getPlugin("cpu")` since version 4, `getCpu()` before. */
const NEW = 'plugin';
const OLD = 'names';

/** Throws `RequestError`. */
export async function pollRpc(poll: RpcPoll): Promise<PolledValues> {
  const values = await pollPlugins(poll, {
    stats: (plugin) => ask(poll, plugin, 'stats'),
    views: (plugin) => ask(poll, plugin, 'views'),
    alive: async () => askRpc(poll.peer(), 'init'),
  });
  return { values, verdict: null, notified: await foreignAlerts(poll, () => ask(poll, 'alert', 'stats')) };
}

/** Null where the server has no such plugin. */
async function ask({ peer, memory }: RpcPoll, plugin: string, what: What): Promise<Json> {
  const dialects = memory.dialect === null ? [NEW, OLD] : [memory.dialect];
  for (const dialect of dialects) {
    try {
      const [method, params] = callOf(dialect, plugin, what);
      const answer = await askRpcJson(peer(), method, params);
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
