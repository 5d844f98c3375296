/** How an agent that is stopped tells its hubs: they name their place and a token with each poll. */
import { randomBytes } from 'node:crypto';

/** Header of polls. */
export const GOODBYE_HEADER = 'x-gander-goodbye';
/** Path of the hub that takes goodbyes, below its prefix. */
export const GOODBYE_PATH = '/api/servers/goodbye';

/** Where a hub takes goodbyes. Its address is that of the poll. */
export interface GoodbyePlace {
  readonly isSecure: boolean;
  readonly port: number;
  /** Begins with a slash; empty: there is none. */
  readonly prefix: string;
}

export interface Goodbye extends GoodbyePlace {
  readonly token: string;
}

const FORM = /^(https?):(\d{1,5})((?:\/[\w-]{1,40}){0,5}) ([\w-]{22})$/;
const MOST_PORT = 65_535;

export const newGoodbyeToken = (): string => randomBytes(16).toString('base64url');

export const goodbyeHeader = ({ isSecure, port, prefix, token }: Goodbye): string =>
  `${isSecure ? 'https' : 'http'}:${port}${prefix} ${token}`;

/** Null for what is none. */
export function goodbyeIn(header: unknown): Goodbye | null {
  const found = typeof header === 'string' ? FORM.exec(header) : null;
  if (found === null) return null;
  const [, scheme, digits, prefix = '', token = ''] = found;
  const port = Number(digits);
  return port >= 1 && port <= MOST_PORT ? { isSecure: scheme === 'https', port, prefix, token } : null;
}
