/** A server that somebody wants to add, checked. */
import type { Json } from '../../core/served.ts';
import { wordsOf } from '../../core/option-parse.ts';
import { isForbiddenAddress } from '../../core/forbidden-address.ts';
import { parseServerName } from '../../core/server-name.ts';
import type { NewServer } from './fleet.ts';
import { safeText } from '../../net/agents/values/extract.ts';
import { problemIn } from '../../core/shape-check.ts';
import {
  closed,
  either,
  integer,
  listOf,
  namesIn,
  oneOf,
  orNull,
  text,
  type TypeOf,
} from '../../core/shape.ts';
import { DEFAULT_PORTS, PROTOCOLS } from './server.ts';

/** The reason why a server cannot be added: one sentence. */
export class NewServerError extends Error {
  override readonly name = 'NewServerError';
}

const LONGEST = 256;
const MOST_TAGS = 20;

const SECRET = { maxLength: LONGEST, format: 'password' };

export const NEW_SERVER = closed(
  'A server.',
  {
    name: text('Host name or address; with https:// in front, TLS is used.', { maxLength: LONGEST }),
    port: orNull(integer('TCP port; null: the default of the protocol.', { minimum: 1, maximum: 65_535 })),
    protocol: orNull(oneOf(PROTOCOLS, 'Protocol; null: rest.')),
    alias: orNull(text('Display name; null: none.', { maxLength: LONGEST })),
    tags: either(
      listOf(text(), { description: 'Tags, by which servers are grouped.' }),
      orNull(text('Tags as words; null: none.')),
    ),
    password: orNull(text('Password of the server, which no reply returns; null: none.', SECRET)),
  },
  ['port', 'protocol', 'alias', 'tags', 'password'],
);

/** A server as a request or the file describes it. Throws {@link NewServerError}. */
export function newServerOf(entry: Json): NewServer {
  const unknown = Object.keys(Object(entry)).find((name) => !namesIn(NEW_SERVER).includes(name as never));
  if (unknown !== undefined)
    throw new NewServerError(
      `there is no member ${JSON.stringify(safeText(unknown).slice(0, 40))}: it is one of ${namesIn(NEW_SERVER).join(', ')}`,
    );
  const problem = problemIn(NEW_SERVER, entry);
  if (problem !== null) throw new NewServerError(problem);
  const { name, port, protocol, alias, tags, password } = entry as object as TypeOf<typeof NEW_SERVER>;
  const { host, isSecure } = hostIn(name);
  if (isForbiddenAddress(host))
    throw new NewServerError(
      `name: ${host} is a link-local address or one of a cloud's metadata: add such servers to [serverlist] of the configuration file`,
    );
  return {
    host,
    isSecure,
    protocol: protocol ?? 'rest',
    port: port ?? DEFAULT_PORTS[protocol ?? 'rest'],
    alias: alias ? safeText(alias) : null,
    tags: cleanTags(typeof tags === 'string' ? wordsOf(tags) : (tags ?? [])),
    // Of an empty field of the form.
    password: password || null,
  };
}

function hostIn(name: string): { host: string; isSecure: boolean } {
  try {
    return parseServerName(name);
  } catch (error) {
    throw new NewServerError(`name: ${(error as Error).message}`);
  }
}

function cleanTags(words: readonly string[]): string[] {
  const tags = [...new Set(words.map((word) => safeText(word.slice(0, 64)).replaceAll(',', ' ').trim()))];
  if (tags.length > MOST_TAGS) throw new NewServerError(`tags must be at most ${MOST_TAGS}`);
  return tags.filter((tag) => tag !== '');
}
