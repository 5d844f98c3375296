import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Family } from '../metrics/family.ts';
import { textPieces } from '../metrics/text.ts';
import { createSheet, type Sheet } from './sheet.ts';

type Sample = readonly [name: string, value: number | null, label: string | undefined];

function put(sheet: Sheet, samples: readonly Sample[]): void {
  for (const [name, value, label] of samples)
    sheet.put(name, `About ${name}.`, value, ...(label === undefined ? [] : [['item', label] as const]));
}

function takeOf(sheet: Sheet, samples: readonly Sample[]): string {
  put(sheet, samples);
  return sheet.takeText();
}

const anew = (samples: readonly Sample[]): string => takeOf(createSheet(), samples);

describe('a sheet', () => {
  it('is text format 0.0.4, families in the order of their first samples', () => {
    const text = takeOf(createSheet(), [
      ['b_total', 1, 'x'],
      ['a', 2.5, undefined],
      ['b_total', Number.POSITIVE_INFINITY, 'a "quote"'],
      ['c', null, undefined],
    ]);
    expect(text).toBe(
      '# HELP b_total About b_total.\n# TYPE b_total counter\n' +
        'b_total{item="x"} 1\nb_total{item="a \\"quote\\""} +Inf\n' +
        '# HELP a About a.\n# TYPE a gauge\na 2.5\n',
    );
    expect(takeOf(createSheet(true), [['b_total', 1, undefined]])).toContain('# TYPE b_total untyped\n');
  });

  it('is the same whatever was on it before', () => {
    const sample = fc.tuple(
      fc.constantFrom('a', 'b_total', 'c'),
      fc.constantFrom(null, 0, 1, Number.NaN),
      fc.constantFrom(undefined, 'x', 'y'),
    );
    // Two samples of one series make an invalid text.
    const scrape = fc.uniqueArray(sample, {
      selector: ([name, , label]) => `${name} ${label}`,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(scrape, { maxLength: 6 }), (scrapes) => {
        const sheet = createSheet();
        for (const samples of scrapes) {
          expect(takeOf(sheet, samples)).toBe(anew(samples));
          put(sheet, samples);
          expect([...textPieces(sheet.takeFamilies(5), 'text')].join('')).toBe(anew(samples));
        }
      }),
    );
  });

  it('has families whose labels are the same objects from one scrape to the next', () => {
    const sheet = createSheet(true);
    const families = [1, 2].map((value) => {
      put(sheet, [['b_total', value, 'x']]);
      return sheet.takeFamilies(5);
    });
    const [[first], [second]] = families as [Family[], Family[]];
    expect(second).toMatchObject({ name: 'b_total', type: 'unknown', time: 5, samples: [{ value: 2 }] });
    expect(second?.samples[0]?.labels).toBe(first?.samples[0]?.labels);
  });
});
