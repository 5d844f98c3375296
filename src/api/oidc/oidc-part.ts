/** Login at the provider that `[oidc]` names. Its library is loaded for the first login. */
import { Environment, HostClock, LogWriter, valuesOf } from '../../core/base-services.ts';
import { ConfigError } from '../../core/errors.ts';
import { definePart } from '../../core/parts/part.ts';
import { off, optional } from '../../core/parts/service.ts';
import { Routes } from '../../http/route/route.ts';
import { Login } from '../../http/route/services.ts';
import { rolesOf } from '../../net/credentials/access-section.ts';
import { sectionWithSecrets } from '../../net/deliver/secret-value.ts';
import { startConfirmations } from './confirmations.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { OIDC_SECTION, providerAccountOf } from './oidc-section.ts';
import { createOidc, Oidc } from './oidc.ts';
import { createProvider } from './provider.ts';

export const oidcPart = definePart({
  name: 'login at a provider',
  needs: {
    options: valuesOf(OIDC_SECTION),
    authenticator: optional(Login),
    environment: Environment,
    clock: HostClock,
    log: LogWriter,
  },
  provides: Oidc,
  brings: [Routes.of(oidcRoutes)],
  // A secret that cannot be read ends the start, like other mistakes in the configuration.
  isEssential: true,
  open({ options, authenticator, environment, clock, log }, scope) {
    const { issuer } = options;
    const account = providerAccountOf(options);
    if (issuer === undefined || account === null || authenticator === null) return off('no issuer in [oidc]');
    const section = sectionWithSecrets(OIDC_SECTION, options, environment);
    const { client_id: clientId, client_secret: clientSecret, ...rules } = section;
    if (clientId === undefined || clientSecret === undefined)
      throw new ConfigError([
        '[oidc] issuer needs client_id and client_secret_file: the provider gives both.',
      ]);
    if (rules.roles.length === 0 && rules.default_role === undefined)
      throw new ConfigError(['[oidc] issuer needs roles or default_role: without a role nobody gets in.']);
    const { sessions } = authenticator;
    const oidc = createOidc({
      provider: createProvider(issuer, clientId, clock.monotonic),
      ...account,
      clientId,
      clientSecret,
      scopes: rules.scopes,
      rules: {
        groupsClaim: rules.groups_claim,
        roles: rolesOf(rules.roles),
        defaultRole: rules.default_role ?? null,
      },
      lifetimeMs: sessions.lifetime * 1000,
      warn: (text) => log.write('WARNING', text),
      now: clock.now,
      monotonic: clock.monotonic,
    });
    scope.onStart(() => scope.onStop(startConfirmations({ oidc, sessions, clock, log: log.write })));
    return oidc;
  },
});
