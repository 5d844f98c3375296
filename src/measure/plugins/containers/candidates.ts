/** Where engines may listen. */
import type { Phrase } from '../../../core/phrase.ts';
import type { Host, ServiceAddress } from '../../../core/host.ts';
import { namesIn } from '../../sources/sysfs.ts';

export interface Candidate {
  /** Display name of the place, which identifies it. */
  readonly name: string;
  readonly address: ServiceAddress;
  /** Advice when it may not be used. */
  readonly advice: Phrase;
}

/** A socket of the watched host, by its path. */
export const socketAt = (path: string, advice: Phrase): Candidate => ({
  name: path,
  address: { socketPath: path },
  advice,
});

/** A socket in this process's file system: from its environment, or mounted into its container. */
export const ownSocketAt = (path: string, advice: Phrase): Candidate => ({
  name: path,
  address: { socketPath: path, own: true },
  advice,
});

/** Sockets in users' run-time folders, such as `/run/user/1000/docker.sock`. */
export function userSockets(host: Host, path: string, advice: Phrase): Candidate[] {
  return usersIn(host).map((uid) => socketAt(`/run/user/${uid}/${path}`, advice));
}

function usersIn(host: Host): string[] {
  return namesIn(host, '/run/user')
    .filter((name) => /^\d+$/.test(name))
    .sort();
}

/** Returns the run-time folder's socket of the agent's user, unless included in {@link userSockets}. */
export function ownRuntimeSocket(host: Host, path: string, advice: Phrase): Candidate[] {
  const folder = host.variable('XDG_RUNTIME_DIR');
  if (folder === undefined || (host.isLocal && /^\/run\/user\/\d+\/?$/.test(folder))) return [];
  return [ownSocketAt(`${folder.replace(/\/$/, '')}/${path}`, advice)];
}
