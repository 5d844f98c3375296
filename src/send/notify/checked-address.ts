import { lookup } from 'node:dns/promises';
import { RequestError } from '../../net/transport/request-error.ts';
import type { SendContext } from './target-type.ts';

/**
 * The address to connect to, for libraries that look names up themselves: a name is looked up once, so that it cannot lead elsewhere
 * afterwards. Without forbidden addresses, the host itself. Rejects with `RequestError` or a system error.
 */
export async function checkedAddress(
  host: string,
  { isForbidden }: Pick<SendContext, 'isForbidden'>,
): Promise<string> {
  if (isForbidden === undefined) return host;
  const name = host.replace(/^\[(.*)\]$/, '$1');
  if (isForbidden(name)) throw new RequestError('forbidden', `${host} is not allowed as a server`);
  const found = (await lookup(name, { all: true })).find(({ address }) => !isForbidden(address));
  if (found === undefined) throw new RequestError('forbidden', `${host} has no address that is allowed`);
  return found.address;
}
