/** `[access]`. */
import { peerWords } from '../../core/ip-networks.ts';
import { OptionError, wordsOf } from '../../core/option-parse.ts';
import { choiceOption, flagOption, listOption, parsedAs, textOption } from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';
import { isRole, type Role, ROLES } from './identity.ts';

/** Option with the roles of groups, for proxies and providers. */
export const ROLES_OPTION = parsedAs(
  roleWords,
  listOption(undefined, 'Roles of groups, such as admins:admin,family:viewer; the highest one holds.'),
);

export const ACCESS_SECTION = defineSection('access', 'Who may do what, where a login is required.', {
  viewer_arguments: flagOption(
    false,
    'Show viewers the arguments of processes and containers, which may hold secrets.',
  ),
  trusted_proxies: parsedAs(
    peerWords,
    listOption(
      undefined,
      'Addresses of proxies that log users in, such as 127.0.0.1, or unix for --socket; their headers say who it is, and every request needs a login; empty: none.',
    ),
  ),
  user_header: parsedAs(
    headerName,
    textOption('Remote-User', 'Header of the proxy with the name of the user.'),
  ),
  groups_header: parsedAs(
    headerName,
    textOption('Remote-Groups', 'Header of the proxy with the groups of the user, separated by commas or |.'),
  ),
  roles: ROLES_OPTION,
  user_roles: parsedAs(
    roleWords,
    listOption(
      undefined,
      'Roles of users whom a proxy or a certificate names, such as eve@example.com:admin; they win over roles.',
    ),
  ),
  socket_role: choiceOption(
    ROLES,
    undefined,
    'Role of every client of the socket (--socket) without other credentials; every request needs a login then; unset: none.',
  ),
  default_role: choiceOption(
    ROLES,
    undefined,
    'Role of users whom a proxy has logged in and who are neither in user_roles nor, by a group, in roles; unset: they are refused.',
  ),
  client_ca_file: textOption(
    undefined,
    'Certificates (PEM) of the authorities of client certificates; needs [outputs] ssl_certfile. Their users are in user_roles.',
  ),
  client_crl_file: textOption(
    undefined,
    'Revoked certificates (PEM): a current list of each of these authorities.',
  ),
  client_certificates: choiceOption(
    ['optional', 'required'],
    'optional',
    'optional: clients without a certificate log in otherwise; required: they cannot connect.',
  ),
});

/** Throws `OptionError` for what is no name of a header, and for headers of the request itself. */
function headerName(text: string): string {
  if (/^[a-z][a-z\d-]{0,62}$/i.test(text) && !/^(authorization|cookie|host|origin|connection)$/i.test(text))
    return text;
  throw new OptionError('expected the name of a header, such as Remote-User');
}

/** Words as `group:role`. Throws `OptionError`. */
function roleWords(text: string): string[] {
  const words = wordsOf(text);
  rolesOf(words);
  return words;
}

/** Roles by group or user. Throws `OptionError`. */
export function rolesOf(words: readonly string[]): ReadonlyMap<string, Role> {
  return new Map(
    words.map((word) => {
      const at = word.lastIndexOf(':');
      const [name, role] = [word.slice(0, Math.max(0, at)), word.slice(at + 1)];
      if (name !== '' && isRole(role)) return [name, role];
      throw new OptionError(`"${word}" is not a name and a role, such as admins:admin`);
    }),
  );
}
