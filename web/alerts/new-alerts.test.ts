import { expect, it } from 'vitest';
import { createNewAlerts } from './new-alerts.ts';

const alert = (id: string) => ({ id, sentence: `${id} is wrong` });
const some = (...ids: string[]) => ids.map(alert);

it('announces each alert once, and none that stood at the beginning', () => {
  const news = createNewAlerts();
  const said = [
    some('a'),
    some('a', 'b'),
    some('b', 'a'),
    some('a'),
    some('a', 'b'),
    some('c', 'd', 'e', 'f', 'a', 'b'),
    [],
  ].map(news);
  expect(said).toEqual([
    '',
    'New alert: b is wrong',
    '',
    '',
    // It had ended.
    'New alert: b is wrong',
    '4 new alerts: c is wrong. d is wrong. e is wrong. 1 more',
    '',
  ]);
});
