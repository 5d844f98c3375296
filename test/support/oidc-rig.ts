/** Login at a provider, as the configuration of a server makes it. */
import { oidcPart } from '../../src/api/oidc/oidc-part.ts';
import { providerAccountOf } from '../../src/api/oidc/oidc-section.ts';
import { Oidc } from '../../src/api/oidc/oidc.ts';
import { Environment, HostClock, LogWriter, SectionReader } from '../../src/core/base-services.ts';
import { openParts } from '../../src/core/parts/open.ts';
import { give } from '../../src/core/parts/service.ts';
import { Login } from '../../src/http/route/services.ts';
import { createFakeClock } from './fake-clock.ts';
import { fakeAuthenticator, fakeSessions } from './guarded-api.ts';

export interface OidcRigSetup {
  issuer: string;
  options?: Partial<Parameters<typeof providerAccountOf>[0]>;
  clock?: ReturnType<typeof createFakeClock>;
  /** File of the sessions; null: none. */
  path?: string | null;
  /** Nobody has a password. */
  account?: null;
}

export async function openOidc({ issuer, options, path = null, account, ...setup }: OidcRigSetup) {
  const { clock = createFakeClock(Date.now()) } = setup;
  const values = {
    issuer: new URL(issuer),
    client_id: 'gander',
    client_secret: 'a secret',
    scopes: ['openid', 'profile'],
    groups_claim: 'groups',
    roles: [],
    default_role: undefined,
    ...options,
  };
  const authenticator = fakeAuthenticator({
    sessions: fakeSessions({ clock, path }),
    provider: providerAccountOf(values),
    ...(account === null && { account }),
  });
  const log: string[] = [];
  const running = await openParts([oidcPart], {
    given: [
      give(SectionReader, { of: () => values as never }),
      give(Login, authenticator),
      give(Environment, {}),
      give(HostClock, clock),
      give(LogWriter, { write: (_, text) => void log.push(text) }),
    ],
  });
  await running.start();
  return { authenticator, oidc: running.get(Oidc), log, running };
}
