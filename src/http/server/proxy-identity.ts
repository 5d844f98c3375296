/** Users whom a trusted proxy has logged in, by its headers. From all other peers these headers are removed. */
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../core/ip-address.ts';
import { peerMatcher, UNIX } from '../../core/ip-networks.ts';
import { isSeeing, type Role, roleOfGroups } from '../../net/credentials/identity.ts';
import { ApiError } from './errors.ts';
import type { PeerIdentity } from './peer-identity.ts';
import { warnOnce } from './warn-once.ts';

export interface ProxyIdentitySetup {
  /** Addresses and networks of the proxies. */
  proxies: readonly string[];
  userHeader: string;
  groupsHeader: string;
  /** Roles by group. */
  roles: ReadonlyMap<string, Role>;
  /** Roles by name; they win over those of groups. */
  userRoles: ReadonlyMap<string, Role>;
  /** Of other users; null: these are refused. */
  defaultRole: Role | null;
  viewerArguments: boolean;
  /** Called once per address whose headers are removed. */
  warn(text: string): void;
}

const LONGEST_NAME = 128;
const LONGEST_GROUPS = 4096;
/**
 * Names that are only used by proxies on this machine, where Tailscale's daemon runs: no other program knows who is behind an
 * address.
 */
const LOCAL_ONLY = /^tailscale-/;
const isLocal = (address: string): boolean => address === UNIX || isLoopback(address);

/** Throws for headers that no proxy sends, and for users without a role. Removes the headers of peers that are not trusted. */
export function createProxyIdentity(setup: ProxyIdentitySetup): PeerIdentity {
  const { roles, userRoles, defaultRole, viewerArguments, warn } = setup;
  const isListed = peerMatcher(setup.proxies);
  const [user, groups] = [setup.userHeader.toLowerCase(), setup.groupsHeader.toLowerCase()];
  const isTrusted = (address: string): boolean =>
    isListed(address) && (!LOCAL_ONLY.test(user) || isLocal(address));
  // Some servers take an underscore for a hyphen; here it is no header of a proxy.
  const names = [user, groups].flatMap((name) => [name, name.replaceAll('-', '_')]);
  const warnAbout = warnOnce(warn, 'Ignored headers of further addresses are not logged.');

  const removeFrom = (request: IncomingMessage, address: string): void => {
    for (const name of names.filter((one) => request.headers[one] !== undefined)) {
      delete request.headers[name];
      warnAbout(
        address,
        `The header ${name} from ${address} is ignored: only proxies in [access] trusted_proxies may say who is logged in.`,
      );
    }
  };
  /** That of the user, or the highest one of the groups. Throws 403 without any. */
  const roleOf = (name: string, given: string): Role => {
    const groups = given.split(/[,|]/).map((group) => group.trim());
    const role = userRoles.get(name) ?? roleOfGroups(groups, roles, defaultRole);
    if (role !== null) return role;
    throw new ApiError(
      403,
      `${name} has no role here: name the user in [access] user_roles or a group in roles, or set default_role`,
    );
  };

  return (request) => {
    const address = request.socket.remoteAddress ?? '';
    if (!isTrusted(address)) {
      removeFrom(request, address);
      return null;
    }
    const name = single(request, user, LONGEST_NAME);
    // Caddy before 2.10 sends the name of its variable for a header that the provider has not sent.
    if (/^\{.*\}$/.test(name)) throw new ApiError(400, `The header ${user} of the proxy names no user`);
    if (name === '') return null;
    const role = roleOf(name, single(request, groups, LONGEST_GROUPS));
    const seesArguments = isSeeing(role, viewerArguments);
    return { name, role, scope: null, servers: null, source: 'proxy', until: null, seesArguments };
  };
}

/** Empty: there is none. Throws 400 for a header that is repeated, too long or no text. */
function single({ headers, rawHeaders }: IncomingMessage, name: string, most: number): string {
  const value = headers[name];
  if (value === undefined) return '';
  const times = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
  if (typeof value !== 'string' || times > 1)
    throw new ApiError(400, `The header ${name} of the proxy comes more than once`);
  const text = Buffer.from(value, 'latin1').toString('utf8').trim();
  // eslint-disable-next-line no-control-regex
  if (text.length > most || /[\u0000-\u001f\u007f\ufffd]/.test(text))
    throw new ApiError(400, `The header ${name} of the proxy is too long, or is no text in UTF-8`);
  return text;
}
