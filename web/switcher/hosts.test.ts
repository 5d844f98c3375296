import { expect, it } from 'vitest';
import { fleetServer } from '../../test/support/fleet-server.ts';
import { hostEntries, neighboursOf } from './hosts.ts';

const ROWS = [
  fleetServer('a'),
  fleetServer('gone', { status: 'OFFLINE' }),
  fleetServer('b', { alias: 'Database' }),
  fleetServer('c'),
];
const around = (id: string, order: string[] = []) => {
  const { before, after } = neighboursOf(ROWS, id, order);
  return [before?.id ?? null, after?.id ?? null];
};

it('knows the servers with a page before and after one, in the order of the list as it was left', () => {
  const [a = '', , b = '', c = ''] = ROWS.map(({ id }) => id);
  expect([around(a), around(b), around(c)]).toEqual([
    [null, b],
    [a, c],
    [b, null],
  ]);
  expect(around(b, [c, b, a])).toEqual([c, a]);
  expect(around('no such')).toEqual([null, null]);
});

it('leads to pages, and elsewhere where there is none', () => {
  expect(hostEntries(ROWS, { hub: '../' }).map(({ title }) => title)).toEqual(['a', 'Database', 'c']);
  const looked: string[] = [];
  const entries = hostEntries(ROWS, { hub: '', look: ({ name }) => looked.push(name) });
  entries[1]?.run();
  expect([entries.length, looked]).toEqual([4, ['gone']]);
});

it('leads to others first: the one that is looked at comes last, and says so', () => {
  const entries = hostEntries(ROWS, { hub: '../', own: ROWS[0]?.id ?? '' });
  expect(entries.map(({ title }) => title)).toEqual(['Database', 'c', 'a']);
  expect(entries.map(({ hint }) => hint.endsWith(' · this server'))).toEqual([false, false, true]);
});
