/** How an agent that is stopped tells its hubs: they name their place and a token with each poll. */
import type { ServedMember } from '../../core/served.ts';
import { randomBytes } from 'node:crypto';

/** Header of polls. */
export const PLANNED_STOP_HEADER = 'x-gander-planned-stop';
/** Path of the hub that takes planned stops, below its prefix. */
export const PLANNED_STOP_PATH = '/api/servers/planned-stop';

/** Where a hub takes planned stops. Its address is that of the poll. */
export interface StopPlace {
  readonly isSecure: boolean;
  readonly port: number;
  /** Begins with a slash; empty: there is none. */
  readonly prefix: string;
}

export interface PlannedStop extends StopPlace {
  readonly token: string;
}

const FORM = /^(https?):(\d{1,5})((?:\/[\w-]{1,40}){0,5}) ([\w-]{22})$/;
const MOST_PORT = 65_535;

export const newStopToken = (): string => randomBytes(16).toString('base64url');

export const plannedStopHeader = ({ isSecure, port, prefix, token }: PlannedStop): string =>
  `${isSecure ? 'https' : 'http'}:${port}${prefix} ${token}`;

/** Null for what is none. */
export function plannedStopIn(header: ServedMember): PlannedStop | null {
  const found = typeof header === 'string' ? FORM.exec(header) : null;
  if (found === null) return null;
  const [, scheme, digits, prefix = '', token = ''] = found;
  const port = Number(digits);
  return port >= 1 && port <= MOST_PORT ? { isSecure: scheme === 'https', port, prefix, token } : null;
}
