/** Requests to the OpenID Connect provider: bounded in bytes and time; its metadata and keys are cached. */
import { messageOf } from '../../core/message-of.ts';
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';
import type * as OAuth from 'oauth4webapi';
import { request } from '../../net/transport/transport.ts';
import { LoginProblem } from './login-problem.ts';
import { isLocal } from './oidc-section.ts';

export type Metadata = OAuth.AuthorizationServer;

export interface Provider {
  /** Returns the protocol, with what it needs for requests to this provider. Throws a `LoginProblem`. */
  open(): Promise<OpenedProvider>;
  /** Returns the metadata of the last request; null before the first. */
  known(): OpenedProvider | null;
}

export interface OpenedProvider {
  readonly oauth: typeof OAuth;
  readonly metadata: Metadata;
  readonly options: RequestOptions;
  /** An address of the metadata; null: there is none. */
  endpoint(name: (typeof ENDPOINTS)[number]): URL | null;
  /** Checks signature, issuer, audience and times of a token. Throws an `Error`. */
  verify(token: string, more?: JWTVerifyOptions): Promise<JWTPayload>;
}

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const;

const TIMEOUT_MS = 10_000;
/** Metadata and keys of real providers have some kilobytes. */
const MOST_BYTES = 256 * 1024;
const FRESH_MS = 600_000;
/** After an unknown key, a token that its sender made up does not cause another request for so long. */
const COOLDOWN_MS = 10_000;
/** Seconds by which the clocks may differ. */
export const TOLERANCE = 60;
/** Signatures with keys that the provider alone has: no `none`, and no secrets that both know. */
const ALGORITHMS = ['RS', 'PS', 'ES'].flatMap((name) => [256, 384, 512].map((size) => `${name}${size}`));
const SAFE = [...ALGORITHMS, 'EdDSA', 'Ed25519'];

interface Asked {
  readonly method: string;
  readonly headers: Headers | Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** `fetch` over the one transport. */
async function bounded(url: string, { method, headers, body, signal }: Asked): Promise<Response> {
  const reply = await request({
    url,
    method,
    headers: Object.fromEntries(new Headers(headers)),
    ...(body instanceof URLSearchParams && { body: body.toString() }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    signal,
  });
  const { 'content-type': type = '', 'www-authenticate': challenge } = reply.headers;
  return new Response(reply.body.length === 0 ? null : Uint8Array.from(reply.body), {
    status: reply.status,
    headers: { 'content-type': type, ...(challenge !== undefined && { 'www-authenticate': challenge }) },
  });
}

/** For the requests of the library. */
interface RequestOptions {
  [OAuth.customFetch]: typeof bounded;
  [OAuth.allowInsecureRequests]: boolean;
}

/** @param now monotonic milliseconds */
export function createProvider(issuer: URL, clientId: string, now: () => number): Provider {
  let kept: { readonly opened: OpenedProvider; readonly at: number } | null = null;
  let opening: Promise<OpenedProvider> | null = null;
  let keys: { readonly uri: string; readonly get: ReturnType<typeof createRemoteJWKSet> } | null = null;

  /** Kept as long as their address is the same. */
  const keysAt = (uri: string) => {
    if (keys?.uri !== uri)
      keys = {
        uri,
        get: createRemoteJWKSet(new URL(uri), {
          [customFetch]: bounded,
          timeoutDuration: TIMEOUT_MS,
          cooldownDuration: COOLDOWN_MS,
          cacheMaxAge: FRESH_MS,
        }),
      };
    return keys.get;
  };

  const discover = async (): Promise<OpenedProvider> => {
    const oauth = await import('oauth4webapi');
    const isInsecure = isLocal(issuer);
    const options: RequestOptions = {
      [oauth.customFetch]: bounded,
      [oauth.allowInsecureRequests]: isInsecure,
    };
    const reply = await oauth.discoveryRequest(issuer, options);
    const metadata = await oauth.processDiscoveryResponse(issuer, reply);
    const endpoint = (name: keyof Metadata): URL | null => {
      const text = metadata[name];
      if (text === undefined) return null;
      const url = new URL(String(text));
      if (url.protocol === 'https:' || (isInsecure && isLocal(url))) return url;
      throw new Error(`${name} must start with https://`);
    };
    const uri = endpoint('jwks_uri');
    if (uri === null) throw new Error('jwks_uri is missing');
    for (const name of ENDPOINTS) endpoint(name);
    return {
      oauth,
      metadata,
      options,
      endpoint,
      async verify(token, more) {
        const { payload } = await jwtVerify(token, keysAt(uri.href), {
          issuer: metadata.issuer,
          audience: clientId,
          algorithms: SAFE,
          clockTolerance: TOLERANCE,
          ...more,
        });
        return payload;
      },
    };
  };

  const renew = async (): Promise<OpenedProvider> => {
    try {
      const opened = await discover();
      kept = { opened, at: now() };
      return opened;
    } catch (error) {
      // Its earlier metadata hold while it is unreachable.
      if (kept !== null) {
        kept = { ...kept, at: now() - FRESH_MS + COOLDOWN_MS };
        return kept.opened;
      }
      throw new LoginProblem('away', `the metadata of ${issuer.host} cannot be used: ${messageOf(error)}`);
    } finally {
      opening = null;
    }
  };

  return {
    async open() {
      if (kept !== null && now() - kept.at < FRESH_MS) return kept.opened;
      return (opening ??= renew());
    },
    known: () => kept?.opened ?? null,
  };
}
