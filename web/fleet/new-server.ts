/** Draft of a new server, and its errors. */
import { t } from '../../src/show/display/language.ts';

export interface Draft {
  name: string;
  /** As entered. */
  port: string;
  protocol: 'rest' | 'rpc';
  alias: string;
  /** Words separated by commas or spaces. */
  tags: string;
  password: string;
}

export const PORTS: Readonly<Record<Draft['protocol'], number>> = { rest: 61_208, rpc: 61_209 };

export const emptyDraft = (): Draft => ({
  name: '',
  port: '',
  protocol: 'rest',
  alias: '',
  tags: '',
  password: '',
});

/** One sentence per invalid field. */
export type Problems = Partial<Record<keyof Draft, string>>;

export function problemsOf({ name, port }: Draft): Problems {
  const host = name.trim();
  const problems: Problems = {};
  if (host === '') problems.name = t('The name or address of the server is needed.');
  else if (/[\s/?#@]/.test(host.replace(/^https?:\/\//, '')))
    problems.name = t('A name or address alone, such as db1.example.org: no path, no user.');
  const number = Number(port);
  if (port.trim() !== '' && !(Number.isInteger(number) && number >= 1 && number <= 65_535))
    problems.port = t('A whole number from 1 to 65535.');
  return problems;
}

/** Body of the hub's request. */
export interface NewServer {
  name: string;
  port: number;
  protocol: 'rest' | 'rpc';
  alias: string | null;
  tags: string[];
  password?: string;
}

export function requestOf({ name, port, protocol, alias, tags, password }: Draft): NewServer {
  return {
    name: name.trim(),
    port: port.trim() === '' ? PORTS[protocol] : Number(port),
    protocol,
    alias: alias.trim() || null,
    tags: tags.split(/[\s,]+/).filter(Boolean),
    ...(password !== '' && { password }),
  };
}
