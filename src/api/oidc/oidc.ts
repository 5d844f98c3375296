/** Logins at an OpenID Connect provider: authorization code with PKCE, confirmation, and both logouts. */
import type * as OAuth from 'oauth4webapi';
import { service } from '../../core/parts/service.ts';
import type { ProviderLogin } from '../../net/credentials/sessions.ts';
import { createRemembered } from '../../net/credentials/remembered.ts';
import { type Claims, isIncomplete, nameIn, roleIn, type RoleRules } from './claims.ts';
import type { LoginAttempt } from './login-attempt.ts';
import { LoginProblem } from './login-problem.ts';
import { type OpenedProvider, type Provider, TOLERANCE } from './provider.ts';
import { toLoginProblem } from './to-login-problem.ts';

export interface Oidc {
  /** Name of the provider on the page. */
  readonly host: string;
  /** Where the browser goes to log in. Throws a {@link LoginProblem}. */
  begin(attempt: LoginAttempt, redirectUri: string): Promise<URL>;
  /** Returns the user whom the provider sends back. Throws a {@link LoginProblem}. */
  finish(attempt: LoginAttempt, returned: URLSearchParams, redirectUri: string): Promise<FoundUser>;
  /** Asks whether a login still holds; null: it has ended. Throws a {@link LoginProblem} where that is unknown. */
  confirm(login: ProviderLogin): Promise<ProviderLogin | null>;
  /** Where the browser goes to end its session at the provider; null: there is no such address. */
  logoutUrl(login: ProviderLogin, back: string): URL | null;
  /** Which logins a logout token of the provider ends. Throws an `Error` for a token that does not hold. */
  endedBy(token: string): Promise<(login: ProviderLogin) => boolean>;
}
export const Oidc = service<Oidc>('login at a provider');

interface FoundUser {
  readonly name: string;
  readonly login: ProviderLogin;
}

interface OidcSetup {
  provider: Provider;
  host: string;
  clientId: string;
  clientSecret: string;
  /** Of the configuration. */
  edition: string;
  scopes: readonly string[];
  rules: RoleRules;
  /** Milliseconds for which a login may last. */
  lifetimeMs: number;
  /** Receives why a login failed, once in a while. */
  warn(text: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds. */
  monotonic(): number;
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds in which a logout token must arrive; they are remembered for longer. */
const LOGOUT_AGE = 300;
const SPENT_FOR_MS = 900_000;
const MOST_SPENT = 1000;
/** Logins that wait for the provider at the same time. */
const MOST_AT_ONCE = 8;
const LONGEST_TOKEN = 4096;
/** Core, 2. */
const LONGEST_SUBJECT = 255;
/** Anybody can make logins fail. */
const WARN_EVERY_MS = 2000;

export function createOidc(setup: OidcSetup): Oidc {
  const { provider, host, clientId, clientSecret, scopes, rules } = setup;
  /** States and logout tokens that were used: each is good once. */
  const spent = createRemembered<true>({ forMs: SPENT_FOR_MS, most: MOST_SPENT, now: setup.monotonic });
  let running = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const failed = (error: unknown): LoginProblem => {
    const problem = toLoginProblem(error);
    if (setup.monotonic() - warnedAt >= WARN_EVERY_MS) {
      warnedAt = setup.monotonic();
      setup.warn(`A login at ${host} failed: ${problem.message}.`);
    }
    return problem;
  };

  const clientOf = ({ oauth }: OpenedProvider): OAuth.Client => ({
    client_id: clientId,
    [oauth.clockTolerance]: TOLERANCE,
  });
  const authenticationOf = ({ oauth, metadata }: OpenedProvider): OAuth.ClientAuth => {
    const methods = metadata.token_endpoint_auth_methods_supported;
    const isBasic = methods === undefined || methods.includes('client_secret_basic');
    return isBasic ? oauth.ClientSecretBasic(clientSecret) : oauth.ClientSecretPost(clientSecret);
  };

  /** Claims of a token whose signature fits, and what the provider adds on request. */
  async function claimsOf(
    opened: OpenedProvider,
    tokens: OAuth.TokenEndpointResponse,
    subject: string,
  ): Promise<Claims> {
    const { oauth, metadata, options } = opened;
    const signed: Claims =
      tokens.id_token === undefined ? { sub: subject } : await opened.verify(tokens.id_token);
    // Core, 3.1.3.7: a token that was issued for another client.
    if (![undefined, clientId].includes(signed['azp'] as string | undefined))
      throw new LoginProblem('failed', 'the token has the azp of another client');
    if (subject.length > LONGEST_SUBJECT) throw new LoginProblem('failed', 'the id of the user is too long');
    if (signed['sub'] !== subject)
      throw new LoginProblem('denied', `the provider answers for another user than ${subject}`);
    if (!isIncomplete(signed, rules) || opened.endpoint('userinfo_endpoint') === null) return signed;
    const client = clientOf(opened);
    const reply = await oauth.userInfoRequest(metadata, client, tokens.access_token, options);
    const more = await oauth.processUserInfoResponse(metadata, client, subject, reply);
    return { ...more, ...signed };
  }

  const loginOf = (
    claims: Claims,
    tokens: OAuth.TokenEndpointResponse,
    before?: ProviderLogin,
  ): ProviderLogin => {
    const { sid } = claims;
    return {
      edition: setup.edition,
      subject: String(claims['sub']),
      session: before?.session ?? (typeof sid === 'string' ? (short(sid) ?? null) : null),
      role: roleIn(claims, rules),
      idToken: short(tokens.id_token) ?? before?.idToken ?? null,
      refreshToken: short(tokens.refresh_token) ?? before?.refreshToken ?? null,
      confirmed: setup.now(),
      last: before?.last ?? setup.now() + setup.lifetimeMs,
    };
  };

  async function exchange(
    attempt: LoginAttempt,
    returned: URLSearchParams,
    redirectUri: string,
  ): Promise<FoundUser> {
    const opened = await provider.open();
    const { oauth, metadata, options } = opened;
    const client = clientOf(opened);
    const parameters = oauth.validateAuthResponse(metadata, client, returned, attempt.state);
    if (spent.get(attempt.state) === true)
      throw new LoginProblem('failed', 'the answer of the provider was used before');
    spent.set(attempt.state, true);
    const reply = await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      authenticationOf(opened),
      parameters,
      redirectUri,
      attempt.verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, reply, {
      expectedNonce: attempt.nonce,
      requireIdToken: true,
    });
    const claims = await claimsOf(opened, tokens, String(oauth.getValidatedIdTokenClaims(tokens)?.sub));
    return { name: nameIn(claims), login: loginOf(claims, tokens) };
  }

  async function refresh(login: ProviderLogin, refreshToken: string): Promise<ProviderLogin> {
    const opened = await provider.open();
    const { oauth, metadata, options } = opened;
    const client = clientOf(opened);
    const reply = await oauth.refreshTokenGrantRequest(
      metadata,
      client,
      authenticationOf(opened),
      refreshToken,
      options,
    );
    const tokens = await oauth.processRefreshTokenResponse(metadata, client, reply);
    try {
      return loginOf(await claimsOf(opened, tokens, login.subject), tokens, login);
    } catch (error) {
      if (toLoginProblem(error).kind !== 'away') throw error;
      // Unconfirmed, but with the token that replaces the one of before.
      return { ...login, refreshToken: short(tokens.refresh_token) ?? refreshToken };
    }
  }

  return {
    host,
    async begin({ state, nonce, verifier }, redirectUri) {
      try {
        const { endpoint, oauth } = await provider.open();
        const url = endpoint('authorization_endpoint');
        if (url === null) throw new LoginProblem('away', `${host} names no authorization_endpoint`);
        const parameters = {
          client_id: clientId,
          response_type: 'code',
          redirect_uri: redirectUri,
          scope: scopes.join(' '),
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        };
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
        return url;
      } catch (error) {
        throw failed(error);
      }
    },
    async finish(attempt, returned, redirectUri) {
      running += 1;
      try {
        if (running > MOST_AT_ONCE) throw new LoginProblem('away', 'too many others wait for the provider');
        return await exchange(attempt, returned, redirectUri);
      } catch (error) {
        throw failed(error);
      } finally {
        running -= 1;
      }
    },
    async confirm(login) {
      // It ends by itself.
      if (login.refreshToken === null) return login;
      try {
        return await refresh(login, login.refreshToken);
      } catch (error) {
        const problem = toLoginProblem(error);
        if ((error as { error?: unknown }).error === 'invalid_grant') return null;
        if (problem.kind === 'denied' || problem.kind === 'refused') return null;
        throw problem;
      }
    },
    logoutUrl({ idToken }, back) {
      const url = provider.known()?.endpoint('end_session_endpoint') ?? null;
      if (url === null) return null;
      url.searchParams.set('client_id', clientId);
      url.searchParams.set('post_logout_redirect_uri', back);
      if (idToken !== null) url.searchParams.set('id_token_hint', idToken);
      return url;
    },
    async endedBy(token) {
      const { verify } = await provider.open();
      const { sub, sid, jti, events, nonce } = await verify(token, {
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge: LOGOUT_AGE,
      });
      const isEvent = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
      // With a nonce it would be a token of a login: Back-Channel Logout 1.0, 2.4.
      if (!isEvent || nonce !== undefined || (sub === undefined && typeof sid !== 'string'))
        throw new Error('it is no logout token');
      if (spent.get(String(jti)) === true) throw new Error('it was used before');
      spent.set(String(jti), true);
      return ({ subject, session }) =>
        (sub === undefined || sub === subject) && (sid === undefined || sid === session);
    },
  };
}

/** Undefined for a token that is too long to be kept. */
const short = (token: string | undefined): string | undefined =>
  token !== undefined && token.length <= LONGEST_TOKEN ? token : undefined;
