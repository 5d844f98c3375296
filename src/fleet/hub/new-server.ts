/** A server that somebody wants to add, checked. */
import { wordsOf } from '../../core/option-parse.ts';
import { isForbiddenAddress } from '../../core/forbidden-address.ts';
import { parseServerName } from '../../core/server-name.ts';
import type { NewServer } from './fleet.ts';
import { plainText } from '../../net/agents/values/extract.ts';
import { memberOf } from '../../core/members.ts';
import { DEFAULT_PORTS } from './server.ts';

/** The reason why a server cannot be added: one sentence. */
export class NewServerError extends Error {
  override readonly name = 'NewServerError';
}

const MEMBERS = ['name', 'port', 'protocol', 'alias', 'tags', 'password'];
const LONGEST = 256;
const MOST_TAGS = 20;

/** A server as a request or the file describes it. Throws {@link NewServerError}. */
export function newServerOf(entry: unknown): NewServer {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new NewServerError('expected a JSON object with name, port, protocol, alias, tags and password');
  for (const name of Object.keys(entry))
    if (!MEMBERS.includes(name))
      throw new NewServerError(
        `there is no member ${JSON.stringify(plainText(name).slice(0, 40))}: it is one of ${MEMBERS.join(', ')}`,
      );
  for (const name of ['name', 'alias', 'password'])
    if ((textIn(entry, name)?.length ?? 0) > LONGEST)
      throw new NewServerError(`${name} must have at most ${LONGEST} characters`);
  const { host, isSecure } = hostIn(entry);
  if (isForbiddenAddress(host))
    throw new NewServerError(
      `name: ${host} is a link-local address or one of a cloud's metadata: add such servers to [serverlist] of the configuration file`,
    );
  const protocol = protocolIn(memberOf(entry, 'protocol'));
  const alias = optionalText(entry, 'alias');
  return {
    host,
    isSecure,
    protocol,
    port: portIn(memberOf(entry, 'port'), protocol),
    alias: alias === null ? null : plainText(alias),
    tags: tagsIn(memberOf(entry, 'tags')),
    password: optionalText(entry, 'password'),
  };
}

function hostIn(entry: unknown): { host: string; isSecure: boolean } {
  try {
    return parseServerName(textIn(entry, 'name') ?? '');
  } catch (error) {
    throw new NewServerError(`name: ${(error as Error).message}`);
  }
}

/** Null where it is left out, empty or null. */
function optionalText(entry: unknown, name: string): string | null {
  const value = memberOf(entry, name) ?? '';
  if (typeof value !== 'string') throw new NewServerError(`${name} must be a text`);
  return value === '' ? null : value;
}

function protocolIn(value: unknown): NewServer['protocol'] {
  if (value === undefined || value === null || value === 'rest') return 'rest';
  if (value === 'rpc') return 'rpc';
  throw new NewServerError('protocol must be rest or rpc');
}

function portIn(value: unknown, protocol: NewServer['protocol']): number {
  if (value === undefined || value === null) return DEFAULT_PORTS[protocol];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535) return value;
  throw new NewServerError('port must be a whole number from 1 to 65535');
}

function tagsIn(value: unknown): string[] {
  const words = typeof value === 'string' ? wordsOf(value) : (value ?? []);
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new NewServerError('tags must be a list of texts');
  const tags = [...new Set(words.map((word) => plainText(word.slice(0, 64)).replaceAll(',', ' ').trim()))];
  if (tags.length > MOST_TAGS) throw new NewServerError(`tags must be at most ${MOST_TAGS}`);
  return tags.filter((tag) => tag !== '');
}

const textIn = (entry: unknown, name: string): string | null => {
  const value = memberOf(entry, name);
  return typeof value === 'string' && value !== '' ? value : null;
};
