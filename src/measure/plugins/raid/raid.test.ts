import { expect, it } from 'vitest';
import { createJudge } from '../../levels/judge.ts';
import { limitsOf } from '../../levels/limits.ts';
import { viewsOf } from '../../levels/views.ts';
import { Visibility } from '../../levels/visibility.ts';
import raid from './raid.ts';

const limits = limitsOf(raid, { section: {}, historySize: 10, cores: 1 });
const array = (changes: object = {}) => ({
  status: 'active',
  type: 'raid1',
  components: {},
  available: '2',
  used: '2',
  config: 'UU',
  ...changes,
});

it.each([
  ['a whole array', {}, 'OK', 0],
  ['a degraded array', { used: '1', config: 'U_' }, 'CRITICAL', 1],
  ['counts as numbers', { available: '12', used: '9' }, 'CRITICAL', 3],
  ['and not as texts', { available: '9', used: '10' }, 'OK', -1],
  ['an array without redundancy', { type: 'raid0', available: null, used: null }, 'OK', null],
  ['one of which little is known', { type: 'linear', available: null, used: null }, 'DEFAULT', null],
  ['an inactive array', { status: 'inactive', type: null, available: null, used: null }, 'CRITICAL', null],
  ['a broken array', { status: 'broken', type: 'raid0' }, 'CRITICAL', 0],
])('judges %s', (_, changes, level, value) => {
  expect(createJudge(raid, limits)({ md0: array(changes) })).toMatchObject([
    { identity: 'md0', stat: 'raid_md0', level, value, log: false },
  ]);
});

it('shows no levels in its views', () => {
  const visibility = new Visibility(raid, limits);
  const source = { plugin: raid, limits, judge: createJudge(raid, limits), visibility };
  const views = viewsOf(source, { md0: array({ status: 'inactive' }) });
  expect(views).toMatchObject({ md0: { decoration: 'DEFAULT' } });
});
