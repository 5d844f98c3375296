import { decode } from './bytes.ts';

/** The distribution, from os-release(5); null: no value. */
interface OsRelease {
  name: string | null;
  versionId: string | null;
}

const ASSIGNMENT = /^([A-Z0-9_]+)=(.*)$/;

/** Reads /etc/os-release or /usr/lib/os-release: shell assignments, quoted or not. */
export function parseOsReleaseValues(bytes: Uint8Array): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of decode(bytes).split('\n')) {
    const [, key, value] = ASSIGNMENT.exec(line.trim()) ?? [];
    if (key !== undefined && value !== undefined) values.set(key, unquote(value));
  }
  return values;
}

/** Displayed values of these files. */
export function parseOsRelease(bytes: Uint8Array): OsRelease {
  const values = parseOsReleaseValues(bytes);
  const get = (key: string): string | null => values.get(key) || null;
  return { name: get('NAME'), versionId: get('VERSION_ID') };
}

function unquote(value: string): string {
  const quote = value[0];
  if ((quote !== '"' && quote !== "'") || value.length < 2 || !value.endsWith(quote)) return value;
  const inner = value.slice(1, -1);
  return quote === '"' ? inner.replace(/\\(["$`\\])/g, '$1') : inner;
}
