import * as fc from 'fast-check';
import { statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../test/support/temporary-directory.ts';
import { createAddedFile } from './added-file.ts';
import type { NewServer } from './fleet.ts';
import { NewServerError, newServerOf } from './new-server.ts';

const server: NewServer = {
  host: '::1',
  isSecure: true,
  port: 61_208,
  protocol: 'rest',
  alias: 'Ä "quoted"',
  tags: ['a b', 'c'],
  password: 'pa:ss',
};

describe('the file of added servers', () => {
  it('keeps what is added, for its owner only', () => {
    const path = `${temporaryTree()}/gander/servers.json`;
    const file = createAddedFile(path);
    expect(file.read()).toEqual([]);
    file.write([server, { ...server, host: 'db1', isSecure: false, alias: null, password: null }]);
    expect(file.read()).toEqual([
      server,
      { ...server, host: 'db1', isSecure: false, alias: null, password: null },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('leaves out what makes no sense, and overwrites nothing that it cannot read', () => {
    const folder = temporaryTree({
      'some.json': '[{"name":"db1"},{"name":"a/b"},7,null]',
      'broken.json': '[{',
    });
    expect(
      createAddedFile(`${folder}/some.json`)
        .read()
        .map(({ host }) => host),
    ).toEqual(['db1']);
    expect(() => createAddedFile(`${folder}/broken.json`).read()).toThrow('does not hold a list of servers');
    writeFileSync(`${folder}/object.json`, '{}');
    expect(createAddedFile(`${folder}/object.json`).read()).toEqual([]);
  });
});

describe('newServerOf', () => {
  it('gives a server or one sentence for anything at all', () => {
    const member = fc.constantFrom('name', 'port', 'protocol', 'alias', 'tags', 'password', '__proto__', 'x');
    const entry = fc.oneof(fc.jsonValue(), fc.dictionary(member, fc.jsonValue()));
    fc.assert(
      fc.property(entry, (value) => {
        try {
          const made = newServerOf(value);
          expect([made.port > 0, made.tags.length <= 20, (made.alias ?? '').length <= 256]).toEqual([
            true,
            true,
            true,
          ]);
        } catch (error) {
          expect(error).toBeInstanceOf(NewServerError);
        }
      }),
    );
  });
});
