import { expect, it } from 'vitest';
import { verdictIn } from './server-verdict.ts';

const alert = {
  level: 'CRITICAL',
  type: 'CPU_TOTAL',
  sentence: 'CPU at 98%',
  since: 5,
  stretches: { count: 3, seconds: 20, since: 9 },
  who: ['x'],
  culprits: { programs: [{ name: 'x', unit: null, container: null, percent: 80 }], ended: 3 },
  link: '#a',
};
const whole = {
  state: 'alerts',
  level: 'CRITICAL',
  sentence: 'CPU at 98%',
  counts: { critical: 1, warning: 2, careful: 7, silenced: 0 },
  alerts: [{ ...alert, silenced: true }],
  notifies: true,
};

it('takes the list of alerts of a server', () => {
  expect(verdictIn(whole)).toEqual({
    state: 'alerts',
    level: 'CRITICAL',
    sentence: 'CPU at 98%',
    notifies: true,
    count: 3,
    alerts: [{ ...alert, silenced: true, parent: null }],
  });
});

it.each([[null], [{}], [{ ...whole, state: 'fine' }], [{ ...whole, alerts: 'none' }], [[whole]]])(
  'finds none in %j',
  (value) => {
    expect(verdictIn(value)).toBeNull();
  },
);

it('bounds it, and takes nothing as it is', () => {
  const evil = {
    ...whole,
    level: 'FINE',
    sentence: `a\n${'x'.repeat(5000)}`,
    counts: { critical: -1, warning: 'many' },
    notifies: 'yes',
    alerts: Array.from({ length: 500 }, () => ({
      link: 'javascript:alert(1)',
      who: Array.from({ length: 99 }, () => 7),
      since: 'long ago',
    })),
  };
  const found = verdictIn(evil);
  expect(found).toMatchObject({ level: null, count: 0, notifies: false });
  expect(found?.sentence.length).toBeLessThan(300);
  expect(found?.sentence).not.toContain('\n');
  expect(found?.alerts).toHaveLength(20);
  expect(found?.alerts[0]).toEqual({
    level: 'WARNING',
    type: '',
    sentence: '',
    since: null,
    stretches: null,
    who: ['', '', ''],
    culprits: null,
    link: '',
    silenced: false,
    parent: null,
  });
});
