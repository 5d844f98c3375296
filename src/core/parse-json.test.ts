import * as fc from 'fast-check';
import type { Json } from './served.ts';
import { describe, expect, it } from 'vitest';
import { onlyInFull, tries } from '../../test/support/full-run.ts';
import { parseJsonInSlices } from './parse-json.ts';

const LONG = ' '.repeat(70_000);
const result = (text: string): Promise<unknown> =>
  parseJsonInSlices(text).catch((error: unknown) => {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'refused';
  });
const reference = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return 'refused';
  }
};

describe('parseJsonInSlices', () => {
  it.each([
    '[]',
    '{}',
    '[1]',
    '[1,]',
    '[,1]',
    '[1 2]',
    '{"a":1,"b":[1,{"c":"],}\\""}]}',
    '{"__proto__":1}',
    '{"a":1,"a":2}',
    '{a:1}',
    '{"a"}',
    '{"a\\u0062":"\\\\"}',
    '[1}',
    '{"a":1]',
    '[1]]',
    '[[1]',
    '"text"',
    '["text]',
    '[1],[2]',
    '7',
    'nul',
    '\ufeff[1]',
    '[1]\u00a0',
    '[\ufeff]',
    '{\u2003"a":1}',
    '{"a"\u00a0:1}',
    '[1,\u3000{"a":2}]',
  ])('reads %s as JSON.parse does, however long it is', async (text) => {
    for (const long of [text, LONG + text + LONG, text.replaceAll(/([[{,])/g, `$1${LONG}`)])
      expect(await result(long)).toEqual(reference(long));
  });

  it('gives back every value', async () => {
    const padded = fc.json({ maxDepth: 5 }).map((text) => text.replace(/[[{,:]/g, (mark) => mark + LONG));
    await fc.assert(
      fc.asyncProperty(padded, async (text) => {
        const found = await result(text);
        if (found !== 'refused') expect(found).toEqual(JSON.parse(text));
      }),
      { numRuns: tries(50) },
    );
  });

  it.each([
    ['a wide object', `{${Array.from({ length: 60_000 }, (_, index) => `"${index}":1`).join(',')}}`],
    ['a long text', `["${'\\u0041'.repeat(300_000)}"]`],
    ['a long key', `{"${'\\\\'.repeat(300_000)}":1}`],
  ])('refuses %s, which cannot be read in slices', async (_name, text) => {
    expect(reference(text)).not.toBe('refused');
    expect(await result(text)).toBe('refused');
  });

  it('lets others in', async () => {
    const text = `{"list":${JSON.stringify(Array.from({ length: 300_000 }, () => []))}}`;
    let turns = 0;
    const count = setInterval(() => (turns += 1), 0);
    expect(await result(text)).toEqual({ list: expect.objectContaining({ length: 300_000 }) });
    clearInterval(count);
    expect(turns).toBeGreaterThan(3);
  });

  // All together take a second; quadratic code takes minutes.
  it('takes time in proportion to the length', async () => {
    const start = performance.now();
    for (const unit of ['[', '{"a":', '[],', '"', '\\', '"\\', '{"a":[', ',', '1', '"a",'])
      for (const head of [
        '',
        '{"a":',
        ...onlyInFull('JSON that is made to take long, in other places', '[', '["'),
      ])
        await result(head + unit.repeat(2_000_000 / unit.length));
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it('converts members of long lists one by one, inner ones first', async () => {
    const seen: unknown[] = [];
    const row = `{"values":[${Array.from({ length: 20_000 }, (_, at) => at).join(',')}]}`;
    const convert = (member: Json): Json => {
      if (typeof member !== 'number') seen.push(member);
      return typeof member === 'object' ? (member as { values: unknown[] }).values.length : member;
    };
    expect(await parseJsonInSlices(`[${row},"a",${row}]`, convert)).toEqual([20_000, 'a', 20_000]);
    expect(seen).toHaveLength(3);
  });
});
