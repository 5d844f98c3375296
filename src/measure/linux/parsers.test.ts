import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectTotal, type Parser } from '../../../test/support/expect-total.ts';
import { sample } from '../../../test/support/sample.ts';
import { compiledPath } from '../../../test/support/compiled-modules.ts';

const modules = readdirSync(import.meta.dirname).filter((file) => /^[^.]+\.ts$/.test(file));
const parsers: [file: string, name: string, parse: Parser][] = [];
for (const file of modules) {
  const exported: Record<string, unknown> = await import(compiledPath(join(import.meta.dirname, file)));
  for (const [name, value] of Object.entries(exported)) {
    if (/^(parse|count)[A-Z]/.test(name)) parsers.push([file.replace('.ts', ''), name, value as Parser]);
  }
}

/** Those of outputs of programs, which take texts. */
const OF_TEXTS: ReadonlySet<string> = new Set(['chrony-tracking', 'journal-json', 'kernel-log', 'oom-log']);

describe('every parser, with its recorded file', () => {
  it('is found', () => expect(parsers.length).toBeGreaterThan(25));

  it.each(parsers)('%s: %s takes any bytes', (file, _name, parse) => {
    // A second argument is a reusable result.
    const decoder = new TextDecoder();
    const parseBytes: Parser = OF_TEXTS.has(file)
      ? (bytes) => (parse as unknown as (text: string) => unknown)(decoder.decode(bytes))
      : (bytes) => parse(bytes);
    expectTotal(parseBytes, sample(file));
  });
});
