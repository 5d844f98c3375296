/** `[oidc]`. */
import { hash } from 'node:crypto';
import { isLoopback } from '../../core/ip-address.ts';
import { OptionError } from '../../core/option-error.ts';
import {
  choiceOption,
  listOption,
  type OptionValues,
  parsedOption,
  secretOption,
  textOption,
} from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';
import { ROLES_OPTION } from '../../net/credentials/access-section.ts';
import type { ProviderAccount } from '../../net/credentials/authenticator.ts';
import { ROLES } from '../../net/credentials/identity.ts';
import { withFileKeys } from '../../net/deliver/secret-value.ts';

const OWN_OPTIONS = {
  issuer: parsedOption(
    parseIssuer,
    'Address of the provider, as its own documents name the issuer; every request needs a login then; unset: none.',
    'https://auth.example.org',
  ),
  client_id: { ...textOption(undefined, 'Name of this server at the provider.'), example: 'gander' },
  client_secret: secretOption('Its secret at the provider.'),
  scopes: listOption(
    ['openid', 'profile'],
    'What the provider is asked for; offline_access lets some confirm logins until they end.',
  ),
  groups_claim: textOption('groups', 'Claim with the list of the groups of a user.'),
  roles: ROLES_OPTION,
  default_role: choiceOption(
    ROLES,
    undefined,
    'Role of users who have no group in roles; unset: they are refused.',
  ),
};

export const OIDC_SECTION = defineSection(
  'oidc',
  'Login at an OpenID Connect provider, such as Authelia, Authentik or Keycloak. The secret may also come from a file or from the environment variable GANDER_OIDC_CLIENT_SECRET.',
  withFileKeys(OWN_OPTIONS) as typeof OWN_OPTIONS,
);
type OidcOptions = OptionValues<(typeof OIDC_SECTION)['options']>;

/** Throws `OptionError` for addresses at which others could answer in the name of the provider. */
function parseIssuer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !(url.protocol === 'https:' || isLocal(url)) ||
    url.username !== '' ||
    url.search !== ''
  )
    throw new OptionError('expected an address that starts with https://, such as https://auth.example.org');
  return url;
}

/** A provider on this machine may go without TLS. */
export const isLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && (hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, '')));

/** Null: no provider is configured. */
export function providerAccountOf(options: OidcOptions): ProviderAccount | null {
  const { issuer, client_id, groups_claim, roles, default_role } = options;
  if (issuer === undefined) return null;
  const rules = JSON.stringify([issuer.href, client_id, groups_claim, roles, default_role]);
  return { edition: hash('sha256', rules, 'base64url'), host: issuer.host };
}
