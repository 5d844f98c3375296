import { afterEach, describe, expect, it } from 'vitest';
import { catalogueOf, TRANSLATED } from '../../test/support/catalogues.ts';
import { CPU_FULL, explained } from '../../test/support/explain-rig.ts';
import { SAID } from '../core/said-shape.ts';
import { testOf } from '../core/shape-check.ts';
import { speak } from '../show/display/language.ts';
import { linesOf, partsIn } from './explanation-parts.ts';

const verdict = { cause: 'cpu', sentence: 'CPU at 99 %.', evidence: [{ text: 'cpu total 99 %' }] };

describe('an explanation in words', () => {
  it('has a part for all that it holds', () => {
    const time = Date.UTC(2026, 10, 26, 12);
    const found = partsIn({
      verdict,
      others: [{ sentence: 'sda was slow.' }],
      who: [{ text: 'node: 99 % of a core' }],
      changed: [],
      happened: [{ time, kind: 'mark', text: 'The agent started.' }],
      missing: ['No history of the same hour on earlier days.'],
    });
    expect(found?.map(({ title }) => title)).toEqual([
      null,
      'Evidence',
      'Also',
      'Who',
      'Happened',
      'Not known',
    ]);
    expect(linesOf(found ?? []).slice(0, 4)).toEqual(['CPU at 99 %.', '', 'Evidence', '  cpu total 99 %']);
    expect(linesOf(found ?? []).join('\n')).toContain('2026-11-26 12:00:00  The agent started.');
  });

  describe('in another language', () => {
    afterEach(() => speak('en', {}));

    it.each(TRANSLATED)('%s, has no line in English', async (language) => {
      const found = await explained({ ...CPU_FULL, without: 'cgroups' });
      const english = linesOf(partsIn(found) ?? []);
      speak(language, catalogueOf(language));
      const local = linesOf(partsIn(found) ?? []);
      expect(local).toHaveLength(english.length);
      expect(local.filter((line) => /[a-z]{2}/i.test(line) && english.includes(line))).toEqual([]);
    });

    it('says on how many days it was otherwise', () => {
      speak('de', catalogueOf('de'));
      const changed = [
        { text: 'x', unusual_for: '7 of 7 days', days: { different: 7, of: 7 } },
        { text: 'y' },
      ];
      expect(partsIn({ verdict, changed })?.at(-1)?.lines).toEqual(['x, anders an 7 von 7 Tagen', 'y']);
    });
  });

  it('is not of a sentence that grows with each slot', () => {
    const nested = (level: number): object => ({
      text: '{a}'.repeat(30),
      values: { a: level === 0 ? 'x' : nested(level - 1) },
    });
    expect([nested(1), nested(5)].map((said) => testOf(SAID)(said))).toEqual([true, false]);
  });

  it.each([null, 1, 'x', [], {}, { verdict: null }, { verdict: { sentence: 1 } }, { verdict: [verdict] }])(
    'is none: %j',
    (answer) => {
      expect(partsIn(answer)).toBeNull();
    },
  );

  it('of another agent may hold anything, of any length', () => {
    const found = partsIn({
      verdict: { ...verdict, evidence: 'x' },
      others: [null, 1, { sentence: {} }],
      who: Array.from({ length: 1e5 }, () => ({ text: 'y'.repeat(1e4) })),
      happened: [{ text: 'without a time' }, { time: 'x', text: 'z' }],
      missing: [{}, 7],
    });
    expect(found?.map(({ title, lines }) => [title, lines.length])).toEqual([
      [null, 1],
      ['Who', 50],
    ]);
    expect(found?.[1]?.lines[0]).toBe(`${'y'.repeat(400)}…`);
  });
});
