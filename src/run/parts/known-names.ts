/** Names of this machine and its people, which are replaced in what is redacted. */
import type { Host } from '../../core/host.ts';
import type { KnownNames } from '../../keep/incident/redact.ts';
import { parsePasswd } from '../../measure/linux/passwd.ts';
import { hostName } from './host-name.ts';

/** Below are accounts of the system, and `nobody` is above (login.defs(5)). */
const PEOPLE = { first: 1000, last: 60_000 } as const;

export const knownNames = (host: Host): KnownNames => ({ host: hostName(host), users: peopleOf(host) });

function peopleOf(host: Host): string[] {
  try {
    return [...parsePasswd(host.read('/etc/passwd'))].flatMap(([id, name]) =>
      id >= PEOPLE.first && id <= PEOPLE.last ? [name] : [],
    );
  } catch {
    // A machine without user database has no names to replace.
    return [];
  }
}
