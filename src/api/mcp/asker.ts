/** How tools reach what the routes of a server answer: this one, another one, or one of a hub. */
import type { Json, JsonObject, ServedMember } from '../../core/served.ts';
import { isObject, memberOf } from '../../core/members.ts';

export interface Asker {
  /** Requests the value of a GET below the server's root: `/api/verdict`. Throws {@link AskError}. */
  get(path: string): Promise<Json>;
  /** Address of its page, with a slash at the end. */
  readonly page: string;
  /** True if the caller may see the arguments of processes. */
  readonly seesArguments: boolean;
}

/** A refusal or failure, as one sentence for the assistant. */
export class AskError extends Error {
  override readonly name = 'AskError';
  /** HTTP status; null: no reply. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

const MOST_HOSTS = 1000;

/** Returns the asker for a named server; for null, the server itself. Throws {@link AskError}. */
export async function askerOf(asker: Asker, host: string | null): Promise<Asker> {
  if (host === null) return asker;
  const servers = await serversOf(asker);
  if (servers === null) {
    const own = memberOf(await asker.get('/api/4/system'), 'hostname');
    if (own === host) return asker;
    throw new AskError(`This server watches no others: leave host out, or give ${String(own)}`);
  }
  const found = servers.find((row) => ['id', 'name', 'alias'].some((key) => row[key] === host));
  if (found === undefined) throw new AskError(`No server is named ${host}: the tool hosts lists them`);
  const id = encodeURIComponent(String(found['id']));
  return { ...asker, get: (path) => asker.get(`/servers/${id}${path}`), page: `${asker.page}servers/${id}/` };
}

/** Returns the rows of a hub; null if it is not a hub. */
export async function serversOf(asker: Asker): Promise<JsonObject[] | null> {
  const found = await orNothing(asker.get(`/api/servers?limit=${MOST_HOSTS}`));
  return found === null ? null : rowsIn(found, 'servers');
}

/** Null where the server has no such route. */
export async function orNothing(reply: Promise<Json>): Promise<Json> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof AskError && error.status === 404) return null;
    throw error;
  }
}

/** Returns the objects in a list, or in the member of an object that is one. */
export function rowsIn(value: ServedMember, member?: string): JsonObject[] {
  const list = member === undefined ? value : memberOf(value, member);
  return Array.isArray(list) ? (list as Json[]).filter((row) => isObject(row)) : [];
}

/** A path with a query; null is left out. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | readonly string[] | null>>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value ?? []].flat()) search.append(name, String(one));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
