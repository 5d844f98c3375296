import { describe, expect, it } from 'vitest';
import type { ValueForm } from '../api/types.ts';
import { clearKey, clearOf, draftOf, editsOf, previewPath, problemOf, resetOf } from './threshold-draft.ts';

const CPU: ValueForm = {
  plugin: 'cpu',
  item: null,
  field: 'total',
  type: 'CPU_TOTAL',
  unit: 'percent',
  isLow: false,
  series: 'cpu/total',
  series_field: 'total',
  series_unit: 'percent',
  log: true,
  careful: 65,
  warning: 75,
  critical: null,
  warning_for: 1800,
  critical_for: 1800,
  clear_for: 60,
  warning_clear: null,
  critical_clear: null,
  clear: 72,
  scopes: [{ prefix: 'total_', isShared: false }],
};

const draft = (texts: Partial<ReturnType<typeof draftOf>['texts']>, log = true) => {
  const { texts: before } = draftOf(CPU);
  return { texts: { ...before, ...texts }, log };
};

describe('the draft of a value', () => {
  it('has edits of what differs alone', () => {
    expect(editsOf(CPU, draft({ careful: ' 65.0 ', critical: '0' }), 'total_')).toEqual([]);
    expect(editsOf(CPU, draft({ warning: '80', careful: '', clear_for: '5' }, false), 'total_')).toEqual([
      { section: 'cpu', key: 'total_careful', value: '0' },
      { section: 'cpu', key: 'total_warning', value: '80' },
      { section: 'cpu', key: 'total_clear_for', value: '5' },
      { section: 'cpu', key: 'total_log', value: 'False' },
    ]);
  });

  it.each([
    [{ warning: 'much' }, 'Warning must be a number.'],
    [{ warning_for: '' }, 'Warning for must be a number.'],
    [{ clear_for: '-1' }, 'Clear for must not be negative.'],
    [{ warning: '60' }, 'Careful must not be above warning.'],
    [{ warning: '', critical: '60' }, 'Careful must not be above critical.'],
    [{ critical: '90' }, null],
  ])('of %j has the problem %j', (texts, problem) => {
    expect(problemOf(draft(texts), false)).toBe(problem);
    expect(previewPath(CPU, draft(texts)) === null).toBe(problem !== null);
  });

  it('of low values has them the other way round', () => {
    expect(problemOf(draft({}), true)).toBe('Careful must not be below warning.');
    expect(problemOf(draft({ careful: '80' }), true)).toBeNull();
  });

  it('asks for a preview of all its numbers', () => {
    expect(previewPath(CPU, draft({ warning: '80' }))).toBe(
      'api/alerts/preview?type=CPU_TOTAL&careful=65&warning=80&critical=0&warning_for=1800&critical_for=1800&clear_for=60&warning_clear=0&critical_clear=0',
    );
  });

  it('is over by the threshold of warnings, where there is one', () => {
    expect([clearKey(draft({})), clearKey(draft({ warning: '' }))]).toEqual([
      'warning_clear',
      'critical_clear',
    ]);
    expect(clearOf(CPU, draft({ warning: '80' }))).toBe(77);
    expect(clearOf({ ...CPU, isLow: true }, draft({ warning: '', critical: '20' }))).toBe(23);
    expect(clearOf(CPU, draft({ warning: '' }))).toBeNull();
  });

  it('takes back the rules that are about it', () => {
    const rules = [
      { section: 'cpu', key: 'total_warning', value: '80' },
      { section: 'cpu', key: 'user_warning', value: '80' },
      { section: 'mem', key: 'total_warning', value: '80' },
    ];
    expect(resetOf(CPU, rules, 'total_')).toEqual([{ section: 'cpu', key: 'total_warning', value: null }]);
  });
});
