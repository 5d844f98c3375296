/** Plugins of a remote agent, whose names it may have chosen to deceive. */
import { pluginName } from '../xml-rpc/names.ts';
import type { Peer } from './ask.ts';
import { serverOf } from '../transport/exchange.ts';
import { RequestError } from '../transport/request-error.ts';
import { isAboutOne } from './remote.ts';

const MOST_PLUGINS = 200;

/** The remote names of plugins, by ours. Throws {@link RequestError} for a list that is none. */
export function wireNames(list: unknown, { base }: Peer): ReadonlyMap<string, string> {
  if (!Array.isArray(list))
    throw new RequestError('not-agent', `${serverOf(base)} does not answer as an agent does`);
  const names = list.filter((name): name is string => typeof name === 'string' && /^\w{1,64}$/.test(name));
  return new Map(names.slice(0, MOST_PLUGINS).map((name) => [pluginName(name), name]));
}

/** Reads plugins side by side; what concerns one of them only stands in the place of its value. */
export async function readEach(
  names: readonly string[],
  read: (name: string) => Promise<unknown>,
): Promise<ReadonlyMap<string, unknown>> {
  const entries = names.map(async (name): Promise<[string, unknown]> => {
    try {
      return [name, await read(name)];
    } catch (error) {
      if (error instanceof RequestError && isAboutOne(error)) return [name, error];
      throw error;
    }
  });
  return new Map(await Promise.all(entries));
}
