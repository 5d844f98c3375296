import { Buffer } from 'node:buffer';
import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { asyncProperty, assert as check, dictionary, integer, letrec, oneof, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { folderCalls } from './folder-calls.ts';
import { createFolderSizer, type FolderCalls, type FolderSizerSetup } from './folder-size.ts';
import { systemError } from './system-error.ts';

function sizing(setup: Partial<FolderSizerSetup> = {}) {
  const clock = createFakeClock();
  const sizer = createFolderSizer({
    calls: folderCalls,
    clock,
    place: (path) => path,
    mountPoints: () => new Map([['/', '/']]),
    answers: () => Promise.resolve(true),
    followsLinks: true,
    ...setup,
  });
  return { clock, sizer };
}

const sizeOf = (path: string, setup: Partial<FolderSizerSetup> = {}) => sizing(setup).sizer.size(path);

describe('the size of a folder', () => {
  it('is that of all files in it and below, links as what they lead to', async () => {
    const folder = temporaryTree({ a: 'x'.repeat(1000), b: 'x'.repeat(24), 'sub/c': 'x'.repeat(500) });
    expect(await sizeOf(folder)).toEqual({ bytes: 1524, errno: 0 });
    symlinkSync('nowhere', `${folder}/dangling`);
    expect(await sizeOf(folder)).toEqual({ bytes: 1524, errno: 2 });
    symlinkSync('a', `${folder}/link`);
    expect(await sizeOf(folder)).toEqual({ bytes: 2524, errno: 2 });
  });

  it('does not follow links to folders, in circles least of all', async () => {
    const folder = temporaryTree({ 'sub/a': '123' });
    symlinkSync('..', `${folder}/sub/up`);
    symlinkSync('/', `${folder}/root`);
    expect(await sizeOf(folder)).toEqual({ bytes: 3, errno: 0 });
    symlinkSync('self', `${folder}/self`);
    expect(await sizeOf(folder)).toEqual({ bytes: 3, errno: 40 });
  });

  it('leaves links alone where they mean something else here', async () => {
    const folder = temporaryTree({ a: '123' });
    symlinkSync('a', `${folder}/link`);
    symlinkSync('nowhere', `${folder}/dangling`);
    expect(await sizeOf(folder, { followsLinks: false })).toEqual({ bytes: 3, errno: 0 });
  });

  it('is known whatever the names are', async () => {
    const folder = temporaryTree();
    const names = [[0xff, 0xfe], [0x0a], [0x20], [0xc3, 0x28], [0x2e, 0x2e, 0x2e]];
    for (const name of names) {
      const path = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);
      mkdirSync(path);
      writeFileSync(Buffer.concat([path, Buffer.from([0x2f, 0xe9])]), 'x');
    }
    expect(await sizeOf(folder)).toEqual({ bytes: names.length, errno: 0 });
  });

  it('is known of thousands of files and deep trees, and others run meanwhile', async () => {
    const files: Record<string, string> = {};
    for (let index = 0; index < 100; index += 1) files[`many/${index}/0`] = 'x';
    files[`${'deep/'.repeat(300)}end`] = 'xy';
    const folder = temporaryTree(files);
    // Links cost a file system a quarter of the cost of files.
    for (let index = 100; index < 4000; index += 1)
      linkSync(`${folder}/many/0/0`, `${folder}/many/${index % 100}/${index}`);
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const size = await sizeOf(folder);
    clearInterval(turning);
    expect(size).toEqual({ bytes: 4002, errno: 0 });
    expect(turns).toBeGreaterThan(10);
  });

  it.each([
    ['nothing', 'gone', 2],
    ['a file', 'a', 20],
  ])('is 0 with an error where there is %s', async (_, name, errno) => {
    expect(await sizeOf(`${temporaryTree({ a: '123' })}/${name}`)).toEqual({ bytes: 0, errno });
  });

  it.skipIf(process.getuid?.() === 0)('is 0 with an error where it may not be read', async () => {
    const folder = temporaryTree({ 'a/b': '123', c: '1' });
    chmodSync(`${folder}/a`, 0);
    expect(await sizeOf(folder)).toEqual({ bytes: 1, errno: 13 });
    chmodSync(`${folder}/a`, 0o700);
  });
});

/** A tree in memory: files are numbers, their sizes. */
interface Tree {
  [name: string]: number | Tree;
}

const sum = (tree: Tree): number =>
  Object.values(tree).reduce<number>(
    (total, entry) => total + (typeof entry === 'number' ? entry : sum(entry)),
    0,
  );

/** Calls that see the tree at `/top`. A call on a path that `hangs` names ends with the promise found there. */
function callsOn(tree: Tree, hangs: Record<string, Promise<void>> = {}): FolderCalls {
  const find = (path: Buffer): number | Tree => {
    let found: number | Tree | undefined = { top: tree };
    for (const name of path.toString().split('/').slice(1)) {
      found = typeof found === 'object' && Object.hasOwn(found, name) ? found[name] : undefined;
    }
    if (found !== undefined) return found;
    throw Object.assign(systemError('ENOENT', 'gone', 'stat', path.toString()), { errno: -2 });
  };
  const stat = (path: Buffer) => {
    const found = find(path);
    return Promise.resolve({
      size: typeof found === 'number' ? found : 0,
      isDirectory: () => typeof found === 'object',
    });
  };
  return {
    stat,
    lstat: stat,
    async openFolder(path) {
      await hangs[path.toString()];
      const entries = Object.entries(find(path)).map(([name, entry]) => ({
        name: Buffer.from(name),
        isDirectory: () => typeof entry === 'object',
        isSymbolicLink: () => false,
      }));
      return { read: () => Promise.resolve(entries.shift() ?? null), close: () => Promise.resolve() };
    },
  };
}

/** A call that waits until it is ended. */
function hanging(): { promise: Promise<void>; end(): void } {
  let end = () => {};
  const promise = new Promise<void>((resolve) => (end = resolve));
  return { promise, end: () => end() };
}

describe('any tree', () => {
  it('has the sum of its files', async () => {
    const name = string({ minLength: 1 }).filter((text) => !text.includes('/') && text !== '__proto__');
    const { tree } = letrec<{ tree: Tree; entry: number | Tree }>((tie) => ({
      entry: oneof({ depthSize: 'small' }, integer({ min: 0, max: 1e9 }), tie('tree')),
      tree: dictionary(name, tie('entry'), { maxKeys: 5 }),
    }));
    await check(
      asyncProperty(tree, async (tree) => {
        expect(await sizeOf('/top', { calls: callsOn(tree) })).toEqual({ bytes: sum(tree), errno: 0 });
      }),
      { numRuns: tries(50) },
    );
  });
});

describe('a mount that hangs', () => {
  const tree: Tree = { a: 1, dead: { b: 2 }, other: { c: 4 } };

  it('is aborted and refused until it answers, while other folders are looked at', async () => {
    const call = hanging();
    const { clock, sizer } = sizing({ calls: callsOn(tree, { '/top/dead': call.promise }) });
    const [first, other] = [sizer.size('/top'), sizer.size('/top/other')];
    await clock.advance(20_000);
    expect(await first).toEqual({ bytes: null, errno: 110 });
    expect(await other).toEqual({ bytes: 4, errno: 0 });
    expect([sizer.hangs(), sizer.pending()]).toEqual([['/top'], ['/top']]);
    expect(await sizer.size('/top')).toEqual({ bytes: null, errno: 110 });
    call.end();
    await clock.advance(0);
    expect([sizer.hangs(), sizer.pending()]).toEqual([[], []]);
    expect(await sizer.size('/top')).toEqual({ bytes: 7, errno: 0 });
  });

  it('ends after the pending call once the sizer is closed', async () => {
    let count = 0;
    const { clock, sizer } = sizing({
      calls: endless(() => {
        count += 1;
        if (count === 100) sizer.close();
        return clock.advance(0);
      }),
    });
    expect(await sizer.size('/top')).toMatchObject({ errno: 110 });
    expect([count, sizer.pending(), await sizer.size('/other')]).toEqual([
      100,
      [],
      { bytes: null, errno: 110 },
    ]);
  });

  it('holds no more than two threads', async () => {
    const [one, two] = [hanging(), hanging()];
    const hangs = { '/top/dead': one.promise, '/top/other': two.promise };
    const { clock, sizer } = sizing({ calls: callsOn({ ...tree, third: { d: 8 } }, hangs) });
    void sizer.size('/top/dead');
    void sizer.size('/top/other');
    await clock.advance(40_000);
    expect(await sizer.size('/top/third')).toEqual({ bytes: null, errno: 110 });
    one.end();
    await clock.advance(0);
    expect(await sizer.size('/top/third')).toEqual({ bytes: 8, errno: 0 });
  });

  it('is not entered when it is known to be dead', async () => {
    const setup = {
      calls: callsOn(tree),
      mountPoints: () =>
        new Map([
          ['/', '/'],
          ['/top/dead', '/dead'],
        ]),
      answers: (mountPoint: string) => Promise.resolve(mountPoint !== '/dead'),
    };
    expect(await sizeOf('/top', setup)).toEqual({ bytes: 5, errno: 110 });
    expect(await sizeOf('/top/dead/deeper', setup)).toEqual({ bytes: null, errno: 110 });
    expect(await sizeOf('/top/other', setup)).toEqual({ bytes: 4, errno: 0 });
  });

  it('is no reason to wait for ever for one that is only slow', async () => {
    const { clock, sizer } = sizing({ calls: endless(() => clock.advance(6000)) });
    expect(await sizer.size('/top')).toMatchObject({ errno: 110, bytes: expect.any(Number) as number });
    expect(sizer.hangs()).toEqual([]);
  });
});

/** A folder that never ends, in which each call takes as long as `wait`. */
const endless = (wait: () => Promise<void>): FolderCalls => ({
  stat: () => Promise.reject(new Error('there are no links')),
  lstat: () => Promise.resolve({ size: 1, isDirectory: () => false }),
  openFolder: () =>
    Promise.resolve({
      async read() {
        await wait();
        return { name: Buffer.from('x'), isDirectory: () => false, isSymbolicLink: () => false };
      },
      close: () => Promise.resolve(),
    }),
});
