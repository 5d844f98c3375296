/** Which credentials a server is sent: none until it asks, then those that are configured for it, one after the other. */
import { stageOne } from '../../net/credentials/password-hash.ts';
import { basicAuthorization } from '../../net/transport/basic.ts';
import type { Server } from './server.ts';

/** Default users of such servers. */
const USUAL_USERS = ['gander', 'glances'];

/** Users whose password may be the one of a server, likeliest first. */
export const usersOf = ({ username }: Pick<Server, 'username'>): readonly string[] =>
  username === null ? USUAL_USERS : [username];

export interface Credentials {
  /** Values of `Authorization` worth trying, likeliest first; none for servers that must not get a password. */
  candidates(server: Server): Promise<string[]>;
}

/** Cache of password hashes: each takes a quarter of a second. */
const MOST_HASHES = 1000;

/** REST takes the password as it is (RFC 7617), XML-RPC the first stage of its hash. */
export function createCredentials(hash: (password: string) => Promise<string> = stageOne): Credentials {
  const hashes = new Map<string, Promise<string>>();
  const hashed = (password: string): Promise<string> => {
    const known = hashes.get(password) ?? hash(password);
    if (hashes.size >= MOST_HASHES) hashes.clear();
    hashes.set(password, known);
    return known;
  };
  return {
    async candidates({ type, protocol, password, username }) {
      // Announcements on the network are untrusted.
      if (type === 'DYNAMIC' || password === null) return [];
      const secret = protocol === 'rpc' ? await hashed(password) : password;
      return usersOf({ username }).map((user) => basicAuthorization(user, secret));
    },
  };
}
