/** The public address, periodically requested from a configured service. */
import { explained } from '../../../core/explain.ts';
import { type Reason, say } from '../../../core/said.ts';
import { memberOf } from '../../../core/members.ts';
import type { Json, JsonObject } from '../../../core/served.ts';
import type { Host } from '../../../core/host.ts';

export interface PublicAddressOptions {
  api: string;
  /** Field of the service's answer that holds the address. */
  field: string;
  /** Template of the description; `{name}` is a field of the reply. */
  template: string;
  intervalSeconds: number;
  username: string | undefined;
  password: string | undefined;
  /** Show only the first half of the address. */
  hide: boolean;
}

export interface PublicAddress {
  public_address: string;
  public_info_human: string;
}

const TIMEOUT_MS = 2000;
const MAX_BYTES = 65_536;

/** `a.b.*.*`; of an IPv6 address the first two groups. */
export function maskAddress(address: string): string {
  const separator = address.includes(':') ? ':' : '.';
  return [...address.split(separator).slice(0, 2), '*', '*'].join(separator);
}

/** Fields the answer lacks read as nothing. */
export const fillTemplate = (template: string, answer: JsonObject): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(answer, name) ? String(answer[name]) : '',
  );

function addressIn(answer: Json, options: PublicAddressOptions): PublicAddress {
  const address = memberOf(answer, options.field);
  if (typeof address !== 'string') throw new Error(`its answer has no field "${options.field}"`);
  return {
    public_address: options.hide ? maskAddress(address) : address,
    public_info_human: fillTemplate(options.template, answer as JsonObject),
  };
}

/**
 * Returns a function that returns the known address and refreshes it when due. The first call only starts the request; later ones
 * wait for a pending reply.
 */
export function createPublicAddress(
  host: Host,
  options: PublicAddressOptions,
  notice: (reason: Reason | null) => void,
): () => PublicAddress | null | Promise<PublicAddress | null> {
  let known: PublicAddress | null = null;
  let asking: Promise<void> | null = null;
  let askedAt: number | null = null;

  const ask = async (): Promise<void> => {
    const { username = '', password } = options;
    const credentials = password === undefined ? {} : { username, password };
    try {
      const answer = await host.fetchJson(options.api, {
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        ...credentials,
      });
      known = addressIn(answer, options);
      notice(null);
    } catch (error) {
      notice(say('public address unknown: {problem}', { problem: explained(error) }));
    } finally {
      asking = null;
    }
  };

  return () => {
    if (asking) return asking.then(() => known);
    const now = host.clock.monotonic();
    if (askedAt === null || now - askedAt >= options.intervalSeconds * 1000) {
      askedAt = now;
      asking = ask();
    }
    return known;
  };
}
