import * as fc from 'fast-check';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { failAtEveryCall } from '../../../test/support/failing-disk.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { Disk } from '../../core/files/disk.ts';
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
    const file = createAddedFile(path, keptProblems().problems);
    expect(file.load()).toEqual({ value: null, problem: null });
    const servers = [server, { ...server, host: 'db1', isSecure: false, alias: null, password: null }];
    await file.save(servers);
    expect(file.load()).toEqual({ value: servers, problem: null });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['damaged: it is not JSON', '[{', null],
    ['damaged: it must be a list', '{}', null],
    [
      'damaged: [1]: The value must be an object, and 2 more of its values are wrong',
      '[{"name":"db1"},7,{"name":"a/b"},null]',
      ['db1'],
    ],
  ])('reads what makes sense, and overwrites nothing that is %s', async (words, text, hosts) => {
    const path = `${temporaryTree({ 'servers.json': text })}/servers.json`;
    const file = createAddedFile(path, keptProblems().problems);
    const { value, problem } = file.load();
    expect([value?.map(({ host }) => host) ?? null, problem]).toEqual([hosts, `${path} is ${words}`]);
    await expect(file.save([server])).rejects.toThrow(
      `${path} is ${words}. Repair it or move it away, then restart Gander`,
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
    rmSync(path);
    await file.save([server]);
    expect(file.load().value).toEqual([server]);
  });
});

describe('added servers', () => {
  const PATH = '/state/servers.json';
  const other: NewServer = { ...server, host: 'db2' };
  const listOf = (disk: Disk, known: readonly NewServer[]) =>
    createAddedServers(
      {
        load: () => ({ value: [...known], problem: null }),
        save: createAddedFile(PATH, keptProblems().problems, disk).save,
      },
      ({ host }) => host,
    );
  const textOf = (servers: readonly NewServer[]): Promise<string> => {
    const disk = createMemoryDisk();
    return createAddedFile(PATH, keptProblems().problems, disk)
      .save(servers)
      .then(() => disk.contents()[PATH] ?? '');
  };

  it('are those of the file, whatever fails while one is added', async () => {
    const old = await textOf([other]);
    const both = [other, server];
    let isAdded = false;
    const outcomes = await failAtEveryCall(
      () => createMemoryDisk({ [PATH]: old }),
      async (disk) => {
        const list = listOf(disk, [other]);
        list.load();
        isAdded = await list.add('::1', server).then(
          () => true,
          () => false,
        );
        expect(list.has('::1')).toBe(isAdded);
      },
      ({ name, disk, cuts }) => {
        for (const found of [disk, ...cuts]) {
          const read = parseAdded(found.contents()[PATH] ?? '').value;
          expect(isAdded ? [both] : [[other], both], name).toContainEqual(read);
        }
      },
    );
    expect(outcomes).toBeGreaterThan(15);
  });

  it('say why a file cannot be read, and do not end the start', () => {
    const path = `${temporaryTree({ 'servers.json': '[{' })}/servers.json`;
    const { problems, sentences } = keptProblems();
    const list = createAddedServers(createAddedFile(path, problems), ({ host }) => host);
    expect([list.load(), sentences]).toEqual([
      [],
      [
        expect.stringMatching(
          /servers\.json is damaged: it is not JSON\. Servers that it may hold are not watched/,
        ),
      ],
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
