/** Protocol buffers decoded by protoc, independent of our code. */
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { temporaryTree } from './temporary-directory.ts';

export const PROTOC = '/usr/bin/protoc';

/** Values by the name of the field, in order; a field that is not in the schema has its number for a name. */
export type Raw = Map<string, (Raw | string)[]>;

/** Reads a message `Request` of a schema. */
export function decoded(schema: string, bytes: Uint8Array): Raw {
  const folder = temporaryTree({ 'request.proto': schema });
  const { stdout, stderr, status } = spawnSync(
    PROTOC,
    [`--proto_path=${folder}`, '--decode=Request', 'request.proto'],
    { input: bytes, maxBuffer: 2 ** 26 },
  );
  expect(status, stderr.toString()).toBe(0);
  const stack: Raw[] = [new Map()];
  for (const line of stdout.toString('latin1').split('\n')) {
    const [, name, text] = /^ *(\w+)(?:: (.*)| \{)$/.exec(line) ?? [];
    if (line.trim() === '}') stack.pop();
    if (name === undefined) continue;
    expect(name).toMatch(/^[a-z]/);
    const value = text ?? (new Map() as Raw);
    const top = stack.at(-1) as Raw;
    top.set(name, [...(top.get(name) ?? []), value]);
    if (typeof value !== 'string') stack.push(value);
  }
  return stack[0] as Raw;
}

export const messages = (raw: Raw | undefined, name: string): Raw[] =>
  (raw?.get(name) ?? []).filter((value): value is Raw => typeof value !== 'string');
export const plain = (raw: Raw | undefined, name: string): string | undefined => {
  const [value] = raw?.get(name) ?? [];
  return typeof value === 'string' ? value : undefined;
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
/** Escapes of C, in bytes of UTF-8. */
export const text = (raw: Raw | undefined, name: string): string => {
  const literal = (plain(raw, name) ?? '""').slice(1, -1);
  const bytes = literal.replaceAll(/\\(?:(\d{3})|(.))/g, (_, octal?: string, sign = '') =>
    octal === undefined ? (ESCAPES[sign] ?? sign) : String.fromCodePoint(Number.parseInt(octal, 8)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
};
