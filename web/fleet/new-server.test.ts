import { describe, expect, it } from 'vitest';
import { emptyDraft, problemsOf, requestOf } from './new-server.ts';

const draft = (change: object) => ({ ...emptyDraft(), ...change });

describe('a new server', () => {
  it('is asked for with what was written', () => {
    expect(
      requestOf(draft({ name: ' db1 ', tags: 'db, eu  web', alias: ' Database ', password: ' p ' })),
    ).toEqual({
      name: 'db1',
      port: 61_208,
      protocol: 'rest',
      alias: 'Database',
      tags: ['db', 'eu', 'web'],
      password: ' p ',
    });
    expect(requestOf(draft({ name: 'x', protocol: 'rpc' }))).toMatchObject({
      port: 61_209,
      alias: null,
      tags: [],
    });
    expect(requestOf(draft({ name: 'x' }))).not.toHaveProperty('password');
  });

  it.each([
    [{ name: '' }, ['name']],
    [{ name: 'db1/x' }, ['name']],
    [{ name: 'user@db1' }, ['name']],
    [{ name: 'https://db1' }, []],
    [{ name: 'fd00::1' }, []],
    [{ name: 'db1', port: '0' }, ['port']],
    [{ name: 'db1', port: '65536' }, ['port']],
    [{ name: 'db1', port: '80.5' }, ['port']],
    [{ name: 'db1', port: 'ssh' }, ['port']],
    [{ name: 'db1', port: ' 80 ' }, []],
  ])('%o has problems with %o', (change, expected) => {
    expect(Object.keys(problemsOf(draft(change)))).toEqual(expected);
  });
});
