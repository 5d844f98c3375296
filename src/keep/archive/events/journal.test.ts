import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import { failAtEveryCall } from '../../../../test/support/failing-disk.ts';
import { createFakeClock, type FakeClock } from '../../../../test/support/fake-clock.ts';
import { freeLock, openJournal } from '../../../../test/support/journal.ts';
import { createMemoryDisk } from '../../../../test/support/memory-disk.ts';
import type {
  AlertEvent,
  EventChange,
  EventChangeKind,
  PastEvents,
  SavedEvent,
} from '../../../core/event.ts';
import type { Disk } from '../../../core/files/disk.ts';
import { replaceFile } from '../../../core/files/replace-file.ts';
import { lineOf, parseLine } from './entry.ts';
import type { JournalSetup } from './journal.ts';

const FOLDER = '/state/archive/events';
const FILE = `${FOLDER}/events-202601.jsonl`;

const event = (extra: Partial<AlertEvent> = {}): AlertEvent => ({
  begin: 1_767_225_600,
  end: -1,
  state: 'WARNING',
  type: 'FS_/Ä "quoted"',
  max: 80.5,
  avg: 80.5,
  min: 80.5,
  sum: 80.5,
  count: 1,
  top: ['node'],
  desc: '',
  sort: 'cpu_percent',
  global_msg: '',
  ...extra,
});
const change = (id: number, kind: EventChangeKind, extra: Partial<AlertEvent> = {}): EventChange => ({
  kind,
  id,
  plugin: 'fs',
  field: 'percent',
  identity: '/Ä "quoted"',
  stat: 'fs_/ä "quoted"',
  event: event({ end: kind === 'end' ? 1_767_225_700 : -1, ...extra }),
  dropped: false,
});

async function open(disk: Disk, clock: FakeClock = createFakeClock(), lock?: JournalSetup['lock']) {
  const lines: string[] = [];
  const log = (severity: string, text: string) => void lines.push(`${severity} ${text}`);
  return {
    journal: await openJournal({ folder: FOLDER, clock, log, disk, ...(lock && { lock }) }),
    clock,
    lines,
  };
}

const idsOf = (events: readonly SavedEvent[]): string[] =>
  events.map(({ id, event: { end } }) => `${id}${end === -1 ? ' lasts' : ''}`);
/** Waits until everything is on disk. */
const settle = (clock: FakeClock): Promise<void> => clock.advance(0);

describe('the journal', () => {
  it('gives the next agent what this one knew', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    expect(journal.past).toEqual({ events: [], lastId: 0, stoppedAt: 0 });
    for (const [id, kind] of [
      [1, 'begin'],
      [1, 'level'],
      [2, 'begin'],
      [1, 'end'],
      [3, 'begin'],
    ] as const)
      journal.take(change(id, kind));
    journal.take({ ...change(3, 'end'), dropped: true });
    journal.take(change(4, 'begin'));
    await clock.advance(5000);
    await journal.stop();

    const next = await open(disk, createFakeClock(clock.now() + 1000));
    expect(idsOf(next.journal.past.events)).toEqual(['4 lasts', '2 lasts', '1']);
    expect(next.journal.past).toMatchObject({ lastId: 4, stoppedAt: clock.now() });
    const { kind: _, dropped: __, ...saved } = change(4, 'begin');
    expect(next.journal.past.events[0]).toEqual(saved);
  });

  it('remembers that an ongoing event was cleared, until it became critical', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    const lasting: SavedEvent[] = [];
    journal.follow(() => lasting);
    for (const id of [1, 2, 3]) journal.take(change(id, 'begin'));
    journal.cleared('warning');
    journal.take(change(2, 'level', { state: 'CRITICAL', count: 2 }));
    journal.take({ ...change(3, 'end'), cleared: true });
    const hidden = async () => {
      const { past } = (await open(createMemoryDisk(disk.contents()), createFakeClock(clock.now()))).journal;
      return past.events.map(({ id, cleared }) => [id, cleared]);
    };
    await settle(clock);
    expect(await hidden()).toEqual([
      [2, undefined],
      [1, true],
    ]);
    const { kind: _, dropped: __, ...counted } = change(2, 'level', { state: 'CRITICAL', count: 9 });
    lasting.push({ ...change(1, 'begin', { count: 9 }), cleared: true }, counted);
    await clock.advance(60_000);
    expect(await hidden()).toEqual([
      [2, undefined],
      [1, true],
    ]);
  });

  it('loses nothing to kill -9, and counts values until a minute before', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    journal.take(change(1, 'begin'));
    journal.follow(() => {
      const { kind: _, dropped: __, ...saved } = change(1, 'begin', { count: 31, max: 99 });
      return [saved];
    });
    await clock.advance(150_000);
    const copy = createMemoryDisk(disk.contents());
    const next = await open(disk, createFakeClock(clock.now() + 1000));
    expect(next.journal.past.events[0]?.event).toMatchObject({ count: 31, max: 99, end: -1 });
    expect(next.journal.past.stoppedAt).toBe(clock.now() - 30_000);
    const seen = {
      folder: FOLDER,
      clock: next.clock,
      log: () => {},
      disk: copy,
    };
    const told = await openJournal({ ...seen, aliveAt: clock.now() - 5000 });
    expect(told.past.stoppedAt).toBe(clock.now() - 5000);
    await settle(next.clock);
    const marks = (disk.contents()[FILE] ?? '').match(/"mark":"\w+"/g);
    expect(marks).toEqual(['"mark":"start"', '"mark":"killed"', '"mark":"start"']);
  });

  it.each([-100, 5, 100])('does not take a clock that was set by %i hours for a pause', async (hours) => {
    const disk = createMemoryDisk();
    const clock = createFakeClock();
    const stoppedAt = async (now: FakeClock, boot: string): Promise<number> => {
      const sinceBoot = () => ({ boot, uptime: clock.now() + 1e9 });
      const copy = createMemoryDisk(disk.contents());
      return (await openJournal({ folder: FOLDER, clock: now, log: () => {}, disk: copy, sinceBoot })).past
        .stoppedAt;
    };
    const sinceBoot = () => ({ boot: 'a', uptime: clock.now() + 1e9 });
    const killed = await openJournal({ folder: FOLDER, clock, log: () => {}, disk, sinceBoot });
    await killed.take(change(1, 'begin'));
    await clock.advance(20_000);
    const set = createFakeClock(clock.now() + hours * 3_600_000);
    expect(await stoppedAt(set, 'a')).toBe(set.now() - 20_000);
    // The duration of another boot is unknown.
    expect(await stoppedAt(set, 'b')).toBe(Math.min(clock.now() - 20_000, set.now()));
  });

  it('hides what was cleared, and keeps it', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    journal.take(change(1, 'end'));
    journal.take(change(2, 'end', { state: 'CRITICAL' }));
    journal.cleared('warning');
    await settle(clock);
    expect(idsOf((await open(disk)).journal.past.events)).toEqual(['2']);
    expect(disk.contents()[FILE]).toContain('"id":1,');
  });

  it.each(['all', 'warning'] as const)(
    'hides what was cleared (%s) when it has made room, too',
    async (which) => {
      const disk = createMemoryDisk();
      const { journal, clock } = await open(disk);
      journal.take(change(1, 'begin'));
      journal.take(change(2, 'end'));
      journal.cleared(which);
      for (let id = 3; id < 4000; id += 1) await journal.take(change(id, 'end'));
      expect(disk.contents()[FILE]).not.toContain('"id":3,');
      await journal.stop();
      const { events } = (await open(disk, createFakeClock(clock.now() + 1000))).journal.past;
      expect(events.find(({ id }) => id === 1)).toMatchObject({ cleared: true });
      expect(events.some(({ id }) => id === 2)).toBe(false);
    },
  );

  it('goes on after any fault, and repeats or makes up nothing', async () => {
    const outcomes = await failAtEveryCall(
      () => createMemoryDisk(),
      async (disk) => {
        const { journal, clock } = await open(disk);
        journal.take(change(1, 'begin'));
        await clock.advance(61_000);
        journal.take(change(1, 'end'));
        journal.take(change(2, 'begin'));
        await clock.advance(61_000);
        await journal.stop();
      },
      async ({ name, fault, error, disk, cuts }) => {
        for (const found of [disk, ...cuts]) {
          const { journal } = await open(found, createFakeClock(Date.UTC(2026, 0, 2)));
          expect(
            [[], ['1 lasts'], ['1'], ['2 lasts', '1']],
            `${name}: ${JSON.stringify(found.contents())}`,
          ).toContainEqual(idsOf(journal.past.events));
        }
        // A fault that passes costs nothing.
        if (error === null && (fault === 'EIO' || fault === 'ENOSPC' || fault === 'short')) {
          const { journal } = await open(disk, createFakeClock(Date.UTC(2026, 0, 2)));
          expect(journal.past.events.length, name).toBeGreaterThan(0);
        }
      },
    );
    expect(outcomes).toBeGreaterThan(100);
  });

  it('says once that the disk is full, and writes what waited when it is not', async () => {
    const memory = createMemoryDisk();
    let isFull = false;
    const disk: Disk = {
      ...memory,
      async open(...asked) {
        const file = await memory.open(...asked);
        const write: typeof file.write = (...written) =>
          isFull
            ? Promise.reject(Object.assign(new Error('disk full'), { code: 'ENOSPC' }))
            : file.write(...written);
        return { ...file, write };
      },
    };
    const { journal, clock, lines } = await open(disk);
    await settle(clock);
    isFull = true;
    for (let id = 1; id <= 3; id += 1) journal.take(change(id, 'begin'));
    await clock.advance(300_000);
    isFull = false;
    await clock.advance(60_000);
    expect(lines).toEqual([
      `WARNING Events would be lost in a restart: ${FOLDER} cannot be written: its disk is full.`,
      `INFO Events are kept in ${FOLDER} again.`,
    ]);
    expect(idsOf((await open(memory)).journal.past.events)).toEqual(['3 lasts', '2 lasts', '1 lasts']);
  });

  it.each(['the lock of another agent', 'a full disk', 'no permission'])(
    'writes what waited once the folder can be used: %s',
    async (obstacle) => {
      const disk = createMemoryDisk();
      const before = await open(disk);
      before.journal.take(change(5, 'begin'));
      await before.clock.advance(70_000);
      let isInTheWay = true;
      const held = Object.assign(
        new Error('another agent has it'),
        obstacle === 'the lock of another agent'
          ? {}
          : { code: obstacle === 'a full disk' ? 'ENOSPC' : 'EACCES' },
      );
      const { journal, clock, lines } = await open(
        disk,
        createFakeClock(before.clock.now() + 1000),
        async () => {
          if (isInTheWay) throw held;
          return freeLock();
        },
      );
      let past: PastEvents | null = null;
      let opened = 0;
      journal.onPast = (those) => (past = those);
      journal.onOpen = () => (opened += 1);
      expect(journal.obstacle).toMatch(/another agent has it|its disk is full|no permission|belongs to/);
      // An unused folder is read, although it is not writable.
      expect(idsOf(journal.past.events)).toEqual(obstacle === 'the lock of another agent' ? [] : ['5 lasts']);
      const id = journal.past.lastId + 1;
      journal.take(change(id, 'begin'));
      await clock.advance(300_000);
      expect([disk.contents()[FILE]?.includes(`"id":${id},`), opened, lines.length]).toEqual([false, 0, 1]);
      isInTheWay = false;
      await clock.advance(10_000);
      expect([journal.obstacle, opened, lines.at(-1)]).toEqual([
        null,
        1,
        `INFO Events are kept in ${FOLDER} again.`,
      ]);
      expect(idsOf(journal.past.events)).toEqual(['5 lasts']);
      expect(past === null).toBe(obstacle !== 'the lock of another agent');
      await clock.advance(60_000);
      const next = await open(disk, createFakeClock(clock.now()));
      expect(idsOf(next.journal.past.events)).toEqual([`${id} lasts`, '5 lasts']);
    },
  );

  it('knows how the agent before ended', async () => {
    const disk = createMemoryDisk();
    const first = await open(disk);
    expect(first.journal.lastRun).toBeNull();
    const second = await open(disk, createFakeClock(first.clock.now() + 60_000));
    expect(second.journal.lastRun).toMatchObject({ hasStopped: false, bootNow: null });
    await second.journal.stop();
    const third = await open(disk, createFakeClock(second.clock.now() + 60_000));
    expect(third.journal.lastRun).toMatchObject({ hasStopped: true, seenAt: second.clock.now() });
  });

  it('marks when the machine started, where another boot was the last one', async () => {
    const disk = createMemoryDisk();
    const clock = createFakeClock();
    const inBoot = async (boot: string, uptime: number): Promise<void> => {
      const setup = { folder: FOLDER, clock, log: () => {}, disk };
      const journal = await openJournal({ ...setup, sinceBoot: () => ({ boot, uptime }) });
      await journal.stop();
      await clock.advance(100_000);
    };
    await inBoot('a', 1e6);
    await inBoot('a', 2e6);
    await inBoot('b', 40_000);
    const marks = (disk.contents()[FILE] ?? '').match(/"mark":"\w+"/g);
    expect(marks).toEqual(
      ['start', 'stop', 'start', 'stop', 'boot', 'start', 'stop'].map((mark) => `"mark":"${mark}"`),
    );
    const boot = (disk.contents()[FILE] ?? '').split('\n').find((line) => line.includes('"boot","time"'));
    expect(parseLine(boot ?? '')).toMatchObject({ time: clock.now() - 140_000, boot: 'b', uptime: 0 });
  });

  it('keeps a bounded number of lines for a folder that it cannot use', async () => {
    const disk = createMemoryDisk();
    let isHeld = true;
    const { journal, clock } = await open(disk, createFakeClock(), async () => {
      if (isHeld) throw new Error('held');
      return freeLock();
    });
    for (let id = 1; id <= 3000; id += 1) journal.take(change(id, 'end'));
    await clock.advance(60_000);
    isHeld = false;
    await clock.advance(60_000);
    expect(disk.contents()[FILE]?.split('\n')).toHaveLength(1001);
  });

  it('writes to the folder that is there, where it was removed or replaced', async () => {
    const disk = createMemoryDisk();
    const { journal, clock, lines } = await open(disk);
    journal.follow(() => {
      const { kind: _, dropped: __, ...saved } = change(1, 'begin');
      return [saved];
    });
    journal.take(change(1, 'begin'));
    await settle(clock);
    for (const path of Object.keys(disk.contents())) await disk.unlink(path);
    journal.take(change(2, 'begin'));
    await settle(clock);
    // Unsynced data is written again.
    expect(idsOf((await open(createMemoryDisk(disk.contents()))).journal.past.events)).toEqual([
      '2 lasts',
      '1 lasts',
    ]);
    await clock.advance(60_000);
    for (const path of Object.keys(disk.contents())) await disk.unlink(path);
    await clock.advance(60_000);
    expect(idsOf((await open(disk)).journal.past.events)).toEqual(['1 lasts']);
    expect(lines).toEqual([]);
  });

  it('writes no line again to a copy of the folder', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    journal.take(change(1, 'begin'));
    await settle(clock);
    await replaceFile(FILE, disk.bytesOf(FILE), { disk, isRoot: false });
    journal.take(change(2, 'begin'));
    await settle(clock);
    const ids = disk.contents()[FILE]?.match(/"id":\d|"mark":"\w+"/g);
    expect(ids).toEqual(['"mark":"start"', '"id":1', '"id":2']);
  });

  it('leaves a folder that another agent has taken, and returns after it', async () => {
    const disk = createMemoryDisk();
    let holder: 'this' | 'other' = 'this';
    const lock = async () => {
      if (holder === 'other') throw new Error('the other one has it');
      return { ...freeLock(), renew: async () => holder === 'this' };
    };
    const { journal, clock, lines } = await open(disk, createFakeClock(), lock);
    holder = 'other';
    await clock.advance(60_000);
    const size = disk.bytesOf(FILE).length;
    journal.take(change(1, 'begin'));
    await clock.advance(60_000);
    expect(disk.bytesOf(FILE)).toHaveLength(size);
    holder = 'this';
    await clock.advance(60_000);
    expect(disk.contents()[FILE]).toContain('"id":1,');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['WARNING', 'INFO']);
  });

  it('leaves out damaged lines, and what was cut off', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    for (let id = 1; id <= 3; id += 1) journal.take(change(id, 'begin'));
    await settle(clock);
    const lines = (disk.contents()[FILE] ?? '').trimEnd().split('\n');
    const damaged = [...lines, '', '{"crc":"00000000","kind":"mark"}', 'x'].join('\n');
    const found = createMemoryDisk({
      [FILE]: `${damaged.replace('"id":2,', '"id":9,')}\n{"crc":"12`,
      [`${FOLDER}/events-lasting.json`]: '{"time":',
    });
    const next = await open(found);
    expect(idsOf(next.journal.past.events)).toEqual(['3 lasts', '1 lasts']);
    next.journal.take(change(4, 'begin'));
    await settle(next.clock);
    expect(found.contents()[FILE]).not.toContain('{"crc":"12{');
    expect(idsOf((await open(found)).journal.past.events)).toEqual(['4 lasts', '3 lasts', '1 lasts']);
  });

  it('begins a file each month, reads the last two, and forgets those of five years ago', async () => {
    const old = `${FOLDER}/events-202012.jsonl`;
    const disk = createMemoryDisk({ [old]: '', [`${FOLDER}/events-202102.jsonl`]: '' });
    const { journal, clock } = await open(disk, createFakeClock(Date.UTC(2026, 0, 31, 23, 59)));
    journal.take(change(1, 'begin'));
    await clock.advance(61_000);
    journal.take(change(2, 'begin'));
    await settle(clock);
    const names = Object.keys(disk.contents()).map((path) => path.slice(FOLDER.length + 1));
    expect(names.filter((name) => name.endsWith('jsonl')).sort()).toEqual([
      'events-202102.jsonl',
      'events-202601.jsonl',
      'events-202602.jsonl',
    ]);
    expect(idsOf((await open(disk, clock)).journal.past.events)).toEqual(['2 lasts', '1 lasts']);
  });

  it('keeps the worst and the newest of a month of many', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    for (let id = 1; id <= 2000; id += 1) {
      const state = id === 7 ? 'CRITICAL' : 'WARNING';
      journal.take(change(id, 'begin', { state }));
      journal.take(change(id, 'end', { state, desc: 'x'.repeat(300) }));
      if (id % 100 === 0) await settle(clock);
    }
    await settle(clock);
    expect(disk.bytesOf(FILE).length).toBeLessThan(1.2e6);
    const ids = (await open(disk)).journal.past.events.map(({ id }) => id);
    expect(ids).toContain(7);
    expect(ids.slice(0, 500)).toEqual(Array.from({ length: 500 }, (_, index) => 2000 - index));
    expect(ids).not.toContain(8);
  });
});

describe('a line', () => {
  it('comes back as it was, or not at all', () => {
    const { kind, ...rest } = change(1, 'begin');
    const line = lineOf({ kind: kind as 'begin', time: 5, ...rest });
    expect(parseLine(line.trimEnd())).toEqual({ kind, time: 5, ...rest });
    fc.assert(
      fc.property(fc.nat(line.length - 2), fc.nat(255), (at, code) => {
        const changed = line.slice(0, at) + String.fromCharCode(code) + line.slice(at + 1, -1);
        if (changed !== line.slice(0, -1)) expect(parseLine(changed)).toBeNull();
      }),
    );
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => parseLine(text) === null));
  });

  it('of a kind that is not known is left out', () => {
    const text = lineOf({ kind: 'mark', mark: 'x', time: 1 }).replace('"mark","mark"', '"note","mark"');
    expect(parseLine(text.trimEnd())).toBeNull();
    expect(parseLine(lineOf({ kind: 'new' as 'mark', mark: 'x', time: 1 }).trimEnd())).toBeNull();
    expect(
      parseLine(lineOf({ ...change(1, 'begin'), kind: 'begin', time: 1, id: 1.5 }).trimEnd()),
    ).toBeNull();
  });
});
