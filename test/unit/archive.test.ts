import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Archive, formatArchive, parseArchive } from '../../scripts/support/archive.ts';
import { entriesOf, stepsOf } from '../../scripts/support/recording.ts';
import type { TreeEntry, Tree } from '../../scripts/support/tree.ts';

const parse = (text: string): Archive => parseArchive(Buffer.from(text), 'x.txtar');

describe('an archive', () => {
  it('holds text as it is', () => {
    const text =
      'Two files,\nreadable.\n-- proc/uptime --\n1.00 2.00\n-- etc/hostname --\ngrün\n\n-- empty --\n';
    expect(parse(text)).toEqual({
      comment: 'Two files,\nreadable.\n',
      entries: [
        ['proc/uptime', '1.00 2.00\n'],
        ['etc/hostname', 'gr\u00c3\u00bcn\n\n'],
        ['empty', ''],
      ],
    });
    expect(formatArchive(parse(text)).toString()).toBe(text);
  });

  it.each([
    ['no newline at the end', 'cp', 'cp\\\n'],
    ['NUL', 'sleep\x00300\x00', 'sleep\\0300\\0\\\n'],
    ['carriage returns and control characters', 'a\r\n\x1b[0m\n', 'a\\r\n\\x1b[0m\n'],
    ['bytes that are not UTF-8', 'caf\xe9\n', 'caf\\xe9\n'],
    ['a backslash beside what is escaped', '\\040\0\n', '\\\\040\\0\n'],
    ['a backslash at the end', 'a\\', 'a\\\\\\\n'],
    ['a line like a header', '-- a --\n', '\\x2d- a --\n'],
  ])('escapes %s', (_, content, text) => {
    const archive: Archive = { comment: '', entries: [['f', content]] };
    expect(formatArchive(archive).toString()).toBe(`-- f (escaped) --\n${text}`);
    expect(parseArchive(formatArchive(archive), 'x')).toEqual(archive);
  });

  it('leaves backslashes alone where nothing is escaped', () => {
    expect(formatArchive({ comment: '', entries: [['mounts', '/dev/sda /a\\040b\n']] }).toString()).toBe(
      '-- mounts --\n/dev/sda /a\\040b\n',
    );
  });

  it('marks what has no content', () => {
    const text = '-- device -> ../../0000:00:02.0 --\n-- 7/io (refused) --\n-- 8 (gone) --\n';
    expect(parse(text).entries).toEqual([
      ['device', { linkTo: '../../0000:00:02.0' }],
      ['7/io', { isRefused: true }],
      ['8', { isGone: true }],
    ]);
    expect(formatArchive(parse(text)).toString()).toBe(text);
  });

  it.each([
    ['-- f (escaped) --\na\\q\n', 'x.txtar: f: "\\q" is no escape.'],
    ['-- f (gone) --\nmore\n', 'x.txtar: nothing may follow "-- f (gone) --".'],
  ])('refuses %j', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it.each(['a (gone)', 'a -> b', 'a\nb', 'a '])('refuses to write the path %j', (path) => {
    expect(() => formatArchive({ comment: '', entries: [[path, '']] })).toThrow('cannot be written');
  });

  it('gives back any content', () => {
    const bytes = fc.oneof(
      fc.uint8Array().map((array) => Buffer.from(array).toString('latin1')),
      fc
        .array(fc.constantFrom('-- ', ' --', '\\', 'x2d', '\n', '\0', 'ä', 'a'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const content = (text: string): string => Buffer.from(text).toString('latin1');
        const archive: Archive = {
          comment: '',
          entries: [
            ['one', one],
            ['two', content(other)],
          ],
        };
        expect(parseArchive(formatArchive(archive), 'x')).toEqual(archive);
      }),
    );
  });
});

describe('a recording', () => {
  const first: Tree = new Map<string, TreeEntry>([
    ['proc/stat', 'cpu 1\n'],
    ['proc/version', 'Linux\n'],
    ['proc/7/stat', '7\n'],
    ['proc/7/io', { isRefused: true }],
    ['proc/8/stat', '8\n'],
    ['sys/link', { linkTo: 'a' }],
  ]);
  const second: Tree = new Map<string, TreeEntry>([
    ['proc/stat', 'cpu 2\n'],
    ['proc/version', 'Linux\n'],
    ['proc/7/stat', '7\n'],
    ['proc/9/stat', '9\n'],
    ['sys/link', { linkTo: 'b' }],
  ]);

  it('writes of a step what differs from the one before', () => {
    const entries = entriesOf([first, second]);
    expect(entries.filter(([path]) => path.startsWith('2/'))).toEqual([
      ['2/proc/7/io', { isGone: true }],
      ['2/proc/8', { isGone: true }],
      ['2/proc/9/stat', '9\n'],
      ['2/proc/stat', 'cpu 2\n'],
      ['2/sys/link', { linkTo: 'b' }],
    ]);
    expect(stepsOf({ comment: '', entries })).toEqual([first, second]);
  });

  it.each([
    [['1/a', '3/a'], '3/a is out of turn'],
    [['1/a', '2/a', '1/b'], '1/b is out of turn'],
    [['2/a'], '2/a is out of turn'],
  ])('refuses steps %j', (paths, message) => {
    const entries = paths.map((path): [string, TreeEntry] => [path, '']);
    expect(() => stepsOf({ comment: '', entries })).toThrow(message);
  });

  it('keeps what a machine changes of its base, whatever the base does later', () => {
    const base = [
      new Map([
        ['a', '1'],
        ['b', '1'],
        ['c', '1'],
      ]),
      new Map([
        ['a', '2'],
        ['b', '2'],
        ['c', '2'],
      ]),
    ];
    const change = parse('-- 1/a --\nmine\n-- 1/b (gone) --\n-- 3/c --\n3\n');
    expect(stepsOf(change, base)).toEqual([
      new Map([
        ['a', 'mine\n'],
        ['c', '1'],
      ]),
      new Map([
        ['a', 'mine\n'],
        ['c', '2'],
      ]),
      new Map([
        ['a', 'mine\n'],
        ['c', '3\n'],
      ]),
    ]);
    expect(base[0]?.get('b')).toBe('1');
  });

  it('refuses to take away what is not there', () => {
    expect(() => stepsOf(parse('-- 1/a --\n-- 2/b (gone) --\n'))).toThrow('b is not there and cannot go.');
  });
});

it('the archives of this project are in the form in which they are written, so that an update shows what is new', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['test/hosts', 'src/measure/plugins'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.txtar'))
      .map((name) => join(root, folder, name)),
  );
  expect(files.length).toBeGreaterThan(3);
  const written = (file: string): Buffer => formatArchive(parseArchive(readFileSync(file), file));
  expect(files.filter((file) => !written(file).equals(readFileSync(file)))).toEqual([]);
});
