/** Names of this machine and its users, which redaction replaces. */
import type { Host } from '../../core/host.ts';
import type { KnownNames } from './redact.ts';
import { parsePasswd } from '../../measure/linux/passwd.ts';
import { hostName } from '../../core/host-name.ts';
import { orNull } from '../../core/or-null.ts';

/** Range of user accounts: below are system accounts, above is `nobody` (login.defs(5)). */
const PEOPLE = { first: 1000, last: 60_000 } as const;

export const knownNames = (host: Host): KnownNames => ({ host: hostName(host), users: peopleOf(host) });

function peopleOf(host: Host): string[] {
  // Without a user database there are no names to replace.
  return (
    orNull(() =>
      [...parsePasswd(host.read('/etc/passwd'))].flatMap(([id, name]) =>
        id >= PEOPLE.first && id <= PEOPLE.last ? [name] : [],
      ),
    ) ?? []
  );
}
