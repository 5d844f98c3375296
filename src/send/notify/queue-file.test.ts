import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { failAtEveryCall } from '../../../test/support/failing-disk.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import { keptLog, sampleEvent } from '../../../test/support/notify.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { Disk } from '../../core/files/disk.ts';
import { lineOf, parseLine, type SavedEntry } from './queue-entry.ts';
import { createQueueFile, type QueueFile } from './queue-file.ts';
import { stateFolder } from '../deliver/state-folder.ts';
import { queuePath } from './open-notifier.ts';

const entry = (id: string): SavedEntry => ({
  target: 'ops',
  queuedAt: 1_767_225_600_000.5,
  tries: 2,
  notice: { id, kind: 'begin', host: 'h\nh', event: sampleEvent({ item: '/a\n"\u2028😀', desc: '{' }) },
});

const PATH = '/state/notify-1.jsonl';

async function saveAll(file: QueueFile, entries: readonly SavedEntry[]): Promise<void> {
  file.save(() => entries);
  await file.settled();
}

/** The file that could not be read. */
const asideOf = (path: string): string => {
  const name = readdirSync(dirname(path)).find((one) => /\.unreadable-\d+$/.test(one));
  return join(dirname(path), name ?? 'none');
};

const openQueue = (path: string, log = keptLog().log, disk?: Disk) =>
  createQueueFile(path, { log, clock: createFakeClock(), ...(disk && { disk }) });

describe('queue file', () => {
  it('keeps what waits, for its owner only', async () => {
    const path = join(temporaryTree(), 'state/gander/notify-1.jsonl');
    const { lines, log } = keptLog();
    const file = openQueue(path, log);
    expect(file.load()).toEqual([]);
    file.save(() => [entry('a'), { ...entry('b'), notice: { ...entry('b').notice, event: null } }]);
    await file.settled();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    const loaded = openQueue(path, log).load();
    expect(loaded.map(({ notice }) => notice.id)).toEqual(['a', 'b']);
    expect(loaded[0]).toEqual(entry('a'));
    expect([readdirSync(join(path, '..')), lines]).toEqual([['notify-1.jsonl'], []]);
  });

  it('is gone when nothing waits', async () => {
    const path = join(temporaryTree(), 'q');
    const file = openQueue(path);
    file.save(() => [entry('a')]);
    await file.settled();
    expect(existsSync(path)).toBe(true);
    file.save(() => []);
    await file.settled();
    expect(existsSync(path)).toBe(false);
  });

  it('holds what waits at the last of many calls', async () => {
    const path = join(temporaryTree(), 'q');
    const file = openQueue(path);
    const entries: SavedEntry[] = [];
    for (let count = 0; count < 50; count++) {
      entries.push(entry(`n${count}`));
      file.save(() => entries);
      if (count % 10 === 0) await new Promise(setImmediate);
    }
    await file.settled();
    expect(openQueue(path).load()).toEqual(entries);
  });

  it('leaves out lines that are garbage, and keeps them in a file', async () => {
    const path = join(temporaryTree(), 'q');
    const good = lineOf(entry('a'));
    const { target: _, ...incomplete } = entry('b');
    const bad = [
      good.slice(0, -5),
      JSON.stringify(incomplete),
      'null',
      '[]',
      '\u0000\uFFFD',
      good.replace('"begin"', '"x"'),
    ];
    const text = [good, ...bad, '', lineOf(entry('c'))].join('\n');
    writeFileSync(path, text);
    const { lines, log } = keptLog();
    const file = openQueue(path, log);
    const loaded = file.load();
    expect(loaded.map(({ notice }) => notice.id)).toEqual(['a', 'c']);
    await saveAll(file, loaded);
    const aside = asideOf(path);
    expect(lines).toEqual([
      `WARNING Notifications of the last run are not sent: ${path} is damaged: 6 entries make no sense.`,
      `WARNING Notifications that could not be read are kept in ${aside}.`,
    ]);
    expect(readFileSync(aside, 'utf8')).toBe(text);
    expect(openQueue(path, log).load()).toEqual(loaded);
  });

  it('says once that it cannot be written, and goes on', async () => {
    const folder = temporaryTree({ file: '' });
    const { lines, log } = keptLog();
    const file = openQueue(join(folder, 'file/q'), log);
    for (let count = 0; count < 3; count++) {
      file.save(() => [entry('a')]);
      await file.settled();
    }
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^WARNING Notifications that wait would be lost in a restart: .* cannot be written \(E(NOTDIR|EXIST)/,
    );
  });

  it('holds what waited before or after a change, whatever fails', async () => {
    const disk = createMemoryDisk();
    await saveAll(openQueue(PATH, undefined, disk), [entry('a')]);
    const old = disk.contents();
    const outcomes = await failAtEveryCall(
      () => createMemoryDisk(old),
      async (failing) => saveAll(openQueue(PATH, undefined, failing), [entry('a'), entry('b')]),
      ({ name, disk: after, cuts }) => {
        for (const found of [after, ...cuts]) {
          const lines = (found.contents()[PATH] ?? '').split('\n').filter((line) => line !== '');
          const ids = lines.map((line) => parseLine(line)?.notice.id);
          expect([['a'], ['a', 'b']], name).toContainEqual(ids);
        }
      },
    );
    expect(outcomes).toBeGreaterThan(30);
  });

  it('is written again once there is room, although nothing changes', async () => {
    const disk = createMemoryDisk();
    let isFull = true;
    const filling: Disk = {
      ...disk,
      open: async (...asked) => {
        if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        return disk.open(...asked);
      },
    };
    const clock = createFakeClock();
    const { lines, log } = keptLog();
    await saveAll(createQueueFile(PATH, { log, clock, disk: filling }), [entry('a')]);
    await clock.advance(60_000);
    expect(disk.contents()).toEqual({});
    isFull = false;
    await clock.advance(30_000);
    expect(parseLine(disk.contents()[PATH]?.trim() ?? '')?.notice.id).toBe('a');
    expect(lines).toEqual([
      expect.stringMatching(/^WARNING Notifications that wait would be lost .*ENOSPC/),
      `INFO Notifications that wait are in ${PATH} again, and survive a restart.`,
    ]);
  });

  it('says that it cannot be read, and keeps it beside the new one', async () => {
    const path = join(temporaryTree(), 'q');
    mkdirSync(path);
    const { lines, log } = keptLog();
    const file = openQueue(path, log);
    expect(file.load()).toEqual([]);
    expect(lines).toEqual([
      `WARNING Notifications of the last run are not sent: ${path} cannot be read: it is a directory.`,
    ]);
    await saveAll(file, [entry('a')]);
    expect(statSync(asideOf(path)).isDirectory()).toBe(true);
    expect(openQueue(path, log).load()).toEqual([entry('a')]);
  });

  it('follows no link that somebody put in its way', async () => {
    const folder = temporaryTree({ victim: 'precious' });
    symlinkSync(join(folder, 'victim'), join(folder, 'q'));
    const file = openQueue(join(folder, 'q'));
    file.save(() => [entry('a')]);
    await file.settled();
    expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('precious');
    expect(file.load()).toEqual([entry('a')]);
  });
});

describe('parseLine', () => {
  it('gives an entry or null, whatever it is given', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (line) => parseLine(line) === null));
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (line, event) => {
        expect(parseLine(line)).toBeNull();
        expect(
          parseLine(JSON.stringify({ ...entry('a'), notice: { ...entry('a').notice, event: [event] } })),
        ).toBeNull();
      }),
    );
  });
});

describe('stateFolder', () => {
  it.each<[Record<string, string>, boolean, string | null]>([
    [{ STATE_DIRECTORY: '/var/lib/x', HOME: '/h' }, false, '/var/lib/x'],
    [{ STATE_DIRECTORY: '/var/lib/x:/var/lib/y' }, true, '/var/lib/x'],
    [{ STATE_DIRECTORY: 'x', XDG_STATE_HOME: '/s' }, true, '/s/gander'],
    [{ XDG_STATE_HOME: 's', HOME: '/h' }, false, '/h/.local/state/gander'],
    [{ HOME: '/root' }, true, '/var/lib/gander'],
    [{}, false, null],
    [{ HOME: '' }, false, null],
  ])('of %o, root: %s, is %s', (environment, isRoot, expected) => {
    expect(stateFolder(environment, isRoot)).toBe(expected);
  });

  it('has a queue per agent', () => {
    expect(queuePath('/s', 61_208)).toBe('/s/notify-61208.jsonl');
    expect(queuePath('/s', '../x')).toBe('/s/notify-___x.jsonl');
  });
});
