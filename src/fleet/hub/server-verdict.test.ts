import { expect, it } from 'vitest';
import { serverVerdictIn } from './server-verdict.ts';

const alert = {
  level: 'CRITICAL',
  type: 'CPU_TOTAL',
  sentence: 'CPU at 98 %',
  since: 5,
  stretches: { count: 3, seconds: 20, since: 9 },
  who: ['x'],
  culprits: { programs: [{ name: 'x', unit: null, container: null, percent: 80 }], ended: 3 },
  link: '#a',
};
const whole = {
  state: 'alerts',
  level: 'CRITICAL',
  sentence: 'CPU at 98 %',
  counts: { critical: 1, warning: 2, careful: 7, silenced: 0 },
  alerts: [{ ...alert, silenced: true }],
  notifies: true,
};

it('takes the list of alerts of a server', () => {
  expect(serverVerdictIn(whole)).toEqual({
    state: 'alerts',
    level: 'CRITICAL',
    sentence: 'CPU at 98 %',
    notifies: true,
    count: 3,
    alerts: [{ ...alert, silenced: true, parent: null }],
  });
});

it.each([[null], [{}], [{ ...whole, state: 'fine' }], [{ ...whole, counts: 'none' }], [[whole]]])(
  'finds none in %j',
  (value) => {
    expect(serverVerdictIn(value)).toBeNull();
  },
);

it('bounds it, and takes nothing as it is', () => {
  const evil = {
    ...whole,
    level: 'FINE',
    sentence: `a\n${'x'.repeat(5000)}`,
    notifies: 'yes',
    alerts: Array.from({ length: 500 }, () => ({
      ...alert,
      link: 'javascript:alert(1)',
      who: Array.from({ length: 99 }, (_, at) => (at % 2 === 0 ? 7 : `a\n${at}`)),
      culprits: { programs: 'many' },
      stretches: 5,
      since: 'long ago',
    })),
  };
  const found = serverVerdictIn(evil);
  expect(found).toMatchObject({ level: null, notifies: false });
  expect(found?.sentence.length).toBeLessThan(300);
  expect(found?.sentence).not.toContain('\n');
  expect(found?.alerts).toHaveLength(20);
  expect(found?.alerts[0]).toEqual({
    ...alert,
    since: null,
    stretches: null,
    who: ['a 1'],
    culprits: null,
    link: '',
    silenced: false,
    parent: null,
  });
});
