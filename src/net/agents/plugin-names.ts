/** Plugins of a remote agent, whose names it may have chosen to deceive. */
import { say } from '../../core/said.ts';
import { pluginName } from '../xml-rpc/names.ts';
import { adopt } from '../../core/adopt.ts';
import type { Json } from '../../core/served.ts';
import { listOf, text } from '../../core/shape.ts';
import type { Peer } from './ask.ts';
import { serverOf } from '../transport/exchange.ts';
import { RequestError } from '../transport/request-error.ts';
import { type Ask, isAboutOne, type RawValues } from './remote.ts';

const MOST_PLUGINS = 200;

export const namesIn = adopt(listOf(text()));

/** Maps our plugin names to the remote ones. Throws {@link RequestError} for a malformed list. */
export function wireNames(list: Json, { base }: Peer): ReadonlyMap<string, string> {
  const names = namesIn(list)?.filter((name) => /^\w{1,64}$/.test(name));
  if (names === undefined)
    throw new RequestError(
      'not-agent',
      say('{server} does not answer as an agent does', { server: serverOf(base) }),
    );
  return new Map(names.slice(0, MOST_PLUGINS).map((name) => [pluginName(name), name]));
}

/** Reads plugins side by side; what concerns one of them only stands in the place of its value. */
export async function readEach(names: readonly string[], read: Ask): Promise<RawValues> {
  const entries = names.map(async (name): Promise<[string, Json | RequestError]> => {
    try {
      return [name, await read(name)];
    } catch (error) {
      if (error instanceof RequestError && isAboutOne(error)) return [name, error];
      throw error;
    }
  });
  return new Map(await Promise.all(entries));
}
