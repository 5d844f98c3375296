import * as fc from 'fast-check';
import { statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failAtEveryCall } from '../../test/support/failing-disk.ts';
import { createMemoryDisk } from '../../test/support/memory-disk.ts';
import { temporaryTree } from '../../test/support/temporary-directory.ts';
import type { Disk } from '../files/disk.ts';
import { createAddedFile, parseAdded } from './added-file.ts';
import { createAddedServers } from './added-servers.ts';
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
  it('keeps what is added, for its owner only', async () => {
    const path = `${temporaryTree()}/gander/servers.json`;
    const file = createAddedFile(path);
    expect(file.read()).toEqual([]);
    await file.write([server, { ...server, host: 'db1', isSecure: false, alias: null, password: null }]);
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

describe('added servers', () => {
  const PATH = '/state/servers.json';
  const other: NewServer = { ...server, host: 'db2' };
  const faults: unknown[] = [];
  const listOf = (disk: Disk, text: string) =>
    createAddedServers(
      { read: () => parseAdded(text, PATH), write: createAddedFile(PATH, disk).write },
      { idOf: ({ host }) => host, onFault: (error) => faults.push(error) },
    );
  const textOf = (servers: readonly NewServer[]): Promise<string> => {
    const disk = createMemoryDisk();
    return createAddedFile(PATH, disk)
      .write(servers)
      .then(() => disk.contents()[PATH] ?? '');
  };

  it('are those of the file, whatever fails while one is added', async () => {
    const old = await textOf([other]);
    const both = [other, server];
    let isAdded = false;
    const outcomes = await failAtEveryCall(
      () => createMemoryDisk({ [PATH]: old }),
      async (disk) => {
        const list = listOf(disk, old);
        list.load();
        isAdded = await list.add('::1', server);
        expect(list.has('::1')).toBe(isAdded);
      },
      ({ name, disk, cuts }) => {
        for (const found of [disk, ...cuts]) {
          const read = parseAdded(found.contents()[PATH] ?? '', PATH);
          expect(isAdded ? [both] : [[other], both], name).toContainEqual(read);
        }
      },
    );
    expect(outcomes).toBeGreaterThan(30);
  });

  it('leave alone a file that they cannot read, and do not end the start', async () => {
    faults.length = 0;
    const disk = createMemoryDisk({ [PATH]: '[{' });
    const list = listOf(disk, '[{');
    expect([list.load(), await list.add('::1', server)]).toEqual([[], false]);
    expect([disk.contents()[PATH], String(faults[0])]).toEqual([
      '[{',
      expect.stringContaining('does not hold a list of servers'),
    ]);
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
