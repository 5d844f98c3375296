/** The form for another server: what was written into it, and what is wrong with that. */
import { t } from '../../src/show/display/language.ts';

export interface Draft {
  name: string;
  /** As written. */
  port: string;
  protocol: 'rest' | 'rpc';
  alias: string;
  /** Words with commas or spaces between them. */
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

/** One sentence for each field that is wrong. */
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

/** The request to the hub. */
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
