/** A small OpenID Connect provider that answers what a test wants, attacks among it. The real one is in test/page/oidc.full.test.ts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export type Claims = Record<string, unknown>;

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;
type Key = KeyPair & { kid: string };

export interface FakeProvider {
  readonly issuer: string;
  readonly seen: { path: string; body: URLSearchParams; authorization: string | undefined }[];
  /** What it answers from now on. */
  readonly now: {
    metadata: Claims;
    /** Members of the next tokens; undefined removes one. */
    claims: Claims;
    userinfo: Claims | null;
    /** Replaces the reply to a path. */
    replies: Record<string, (response: ServerResponse) => void>;
    sign(claims: JWTPayload): Promise<string>;
    refreshToken: string | undefined;
  };
  /** A token with its signature. */
  signed(claims: Claims): Promise<string>;
  /** Another key from now on. */
  rotate(): Promise<void>;
  publicKey(): KeyPair['publicKey'];
  /** What a browser brings back after a login at this address. */
  logIn(address: URL): URLSearchParams;
  /** Answers as at the beginning. */
  reset(): void;
  stop(): Promise<void>;
}

const seconds = (): number => Math.floor(Date.now() / 1000);

async function newKey(kid: string): Promise<Key> {
  return { kid, ...(await generateKeyPair('ES256', { extractable: true })) };
}

export async function startFakeProvider(): Promise<FakeProvider> {
  let key = await newKey('one');
  const nonces = new Map<string, string>();
  const seen: FakeProvider['seen'] = [];
  const sign = (claims: JWTPayload): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key.kid }).sign(key.privateKey);
  const server = createServer((request, response) => void answer(request, response));
  const issuer = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
  const usualAnswers = (): FakeProvider['now'] => ({
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      end_session_endpoint: `${issuer}/end`,
      jwks_uri: `${issuer}/keys`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['ES256'],
    },
    claims: { sub: 'id of eve', preferred_username: 'eve', groups: ['ops'], sid: 'one' },
    userinfo: null,
    replies: {},
    sign,
    refreshToken: 'first',
  });
  const now = usualAnswers();
  const usual = (claims: Claims): JWTPayload => ({
    iss: issuer,
    aud: 'gander',
    iat: seconds(),
    exp: seconds() + 60,
    ...now.claims,
    ...claims,
  });

  const send = (response: ServerResponse, value: unknown, status = 200): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const [path = ''] = (request.url ?? '').split('?');
    const body = new URLSearchParams(text);
    seen.push({ path, body, authorization: request.headers.authorization });
    const replaced = now.replies[path];
    if (replaced !== undefined) return replaced(response);
    if (path === '/keys')
      return send(response, { keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'ES256' }] });
    if (path === '/userinfo') return send(response, now.userinfo ?? {}, now.userinfo === null ? 404 : 200);
    if (path === '/.well-known/openid-configuration') return send(response, now.metadata);
    const nonce = nonces.get(body.get('code') ?? '');
    if (path !== '/token' || (nonce === undefined && body.get('refresh_token') !== now.refreshToken))
      return send(response, { error: 'invalid_grant' }, 400);
    if (body.get('grant_type') === 'refresh_token') now.refreshToken += ' again';
    return send(response, {
      access_token: 'access',
      token_type: 'Bearer',
      refresh_token: now.refreshToken,
      id_token: await now.sign(usual(nonce === undefined ? {} : { nonce, ...now.claims })),
    });
  }
  return {
    issuer,
    seen,
    now,
    signed: (claims) => now.sign(usual(claims)),
    async rotate() {
      key = await newKey(`${key.kid} next`);
    },
    publicKey: () => key.publicKey,
    logIn({ searchParams: asked }) {
      const code = `code ${nonces.size}`;
      nonces.set(code, asked.get('nonce') ?? '');
      return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer });
    },
    reset() {
      Object.assign(now, usualAnswers());
      seen.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
