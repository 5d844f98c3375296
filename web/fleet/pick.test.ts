import { describe, expect, it } from 'vitest';
import { fleetServer, fleetValue } from '../../test/support/fleet-server.ts';
import { countsOf, found, inState, tagsOf } from './pick.ts';

const SERVERS = [
  fleetServer('db1', { alias: 'Database', tags: ['db', 'eu'] }),
  fleetServer('web10', { tags: ['web'], values: { os: fleetValue('Debian 13') } }),
  fleetServer('web2', { tags: ['web'], status: 'OFFLINE', reason: 'nothing listens' }),
  fleetServer('hot', { ip: 'fd00::9', values: { cpu: fleetValue(99, { level: 'CRITICAL' }) } }),
];
const names = (search: string, tag = ''): string[] => found(SERVERS, { search, tag }).map(({ name }) => name);

describe('search', () => {
  it.each([
    ['', ['db1', 'web10', 'web2', 'hot']],
    ['DATA', ['db1']],
    ['web  debian', ['web10']],
    ['[fd00::9]:61208', ['hot']],
    ['offline', ['web2']],
    ['listens nothing', ['web2']],
    ['web nothing here', []],
  ])('finds servers by words: %s', (search, expected) => {
    expect(names(search)).toEqual(expected);
  });

  it('takes what it is given for text', () => {
    for (const search of ['.*', '(', '\\', '[a']) expect(names(search)).toEqual([]);
  });

  it('goes together with a tag', () => {
    expect(names('offline', 'web')).toEqual(['web2']);
    expect(names('', 'none')).toEqual([]);
  });
});

it('states add up', () => {
  const of = (statuses: ['OFFLINE'] | [], levels: ['critical'] | []): string[] =>
    inState(SERVERS, { statuses, levels }).map(({ name }) => name);
  expect(of([], [])).toHaveLength(4);
  expect(of(['OFFLINE'], [])).toEqual(['web2']);
  expect(of(['OFFLINE'], ['critical'])).toEqual(['web2', 'hot']);
});

it('counts, and lists tags', () => {
  expect(countsOf(SERVERS)).toEqual({ ONLINE: 3, OFFLINE: 1, PROTECTED: 0, SNMP: 0, UNKNOWN: 0 });
  expect(tagsOf(SERVERS)).toEqual(['db', 'eu', 'web']);
});
