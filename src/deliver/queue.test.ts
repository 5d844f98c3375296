import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../test/support/temporary-directory.ts';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createQueue, type Queue, type QueueSetup } from './queue.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

interface Rig {
  queue: Queue;
  problems: string[];
}

async function open(setup: Partial<QueueSetup> = {}): Promise<Rig> {
  const problems: string[] = [];
  const queue = createQueue({
    folder: null,
    mostBytes: 1024 * 1024,
    maxAgeMs: HOUR,
    clock: createFakeClock(START),
    onProblem: (text) => void problems.push(text),
    ...setup,
  });
  await queue.load();
  return { queue, problems };
}

const batch = (text: string, time = START) => ({ bytes: Buffer.from(text), samples: 2, time });

/** Takes all out, oldest first. */
async function drain(queue: Queue): Promise<string[]> {
  const texts: string[] = [];
  for (let first = await queue.first(); first !== null; first = await queue.first()) {
    texts.push(Buffer.from(first.bytes).toString());
    await queue.remove(first);
  }
  return texts;
}

describe('a queue', () => {
  it('writes nothing while the target takes everything', async () => {
    const folder = `${temporaryTree()}/q`;
    const { queue } = await open({ folder });
    for (const text of ['a', 'b']) await queue.put(batch(text));
    expect(await drain(queue)).toEqual(['a', 'b']);
    await queue.close();
    expect(existsSync(folder)).toBe(false);
  });

  it('keeps order through parking, a restart and what comes later', async () => {
    const folder = `${temporaryTree()}/q`;
    const first = await open({ folder });
    for (const text of ['a', 'b', 'c']) await first.queue.put(batch(text));
    const [a] = [await first.queue.first()];
    await first.queue.remove(a as NonNullable<typeof a>);
    await first.queue.park();
    await first.queue.put(batch('d'));
    await first.queue.close();
    const second = await open({ folder });
    expect(second.queue.state()).toMatchObject({ batches: 3, oldest: START });
    await second.queue.put(batch('e'));
    expect(await drain(second.queue)).toEqual(['b', 'c', 'd', 'e']);
    expect(readdirSync(folder).filter((name) => name.endsWith('.queue'))).toEqual([]);
    expect([...second.problems, ...first.problems]).toEqual([]);
  });

  it('writes what is in memory when the agent ends', async () => {
    const folder = `${temporaryTree()}/q`;
    const { queue } = await open({ folder });
    await queue.put(batch('a'));
    await queue.close();
    const name = readdirSync(folder).find((file) => file.endsWith('.queue'));
    expect(statSync(`${folder}/${name}`).mode & 0o777).toBe(0o600);
    expect(await drain((await open({ folder })).queue)).toEqual(['a']);
  });

  it.each(['torn', 'damaged'])('reads what is whole of a %s file', async (kind) => {
    const folder = `${temporaryTree()}/q`;
    const { queue } = await open({ folder });
    await queue.park();
    for (const text of ['aaaa', 'bbbb']) await queue.put(batch(text));
    await queue.close();
    const path = `${folder}/${readdirSync(folder).find((name) => name.endsWith('.queue'))}`;
    const bytes = readFileSync(path);
    if (kind === 'torn') writeFileSync(path, bytes.subarray(0, bytes.length - 2));
    else writeFileSync(path, Buffer.concat([bytes.subarray(0, bytes.length - 2), Buffer.from('xx')]));
    const again = await open({ folder });
    await again.queue.put(batch('c'));
    expect(await drain(again.queue)).toEqual(['aaaa', 'c']);
  });

  it('loses resolution and not its past when it is full', async () => {
    const folder = `${temporaryTree()}/q`;
    const mostBytes = 65_536;
    const { queue } = await open({ folder, mostBytes });
    await queue.park();
    for (let index = 0; index < 400; index += 1) await queue.put(batch(`${index}`.padEnd(500, '.')));
    const { bytes, dropped, thinned, batches } = queue.state();
    expect(bytes).toBeLessThanOrEqual(mostBytes + 4096);
    expect(thinned).toBe(400 - batches);
    expect(dropped.full).toBe(2 * thinned);
    const kept = (await drain(queue)).map(Number.parseFloat);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    // Of the oldest quarter something is left, of the newest everything.
    expect(kept.filter((index) => index < 100).length).toBeGreaterThan(3);
    expect(kept.slice(-20)).toEqual(Array.from({ length: 20 }, (_, index) => 380 + index));
  });

  it('that gives up its past has everything since', async () => {
    const folder = `${temporaryTree()}/q`;
    const { queue } = await open({ folder, mostBytes: 65_536, onFull: 'oldest' });
    await queue.park();
    for (let index = 0; index < 400; index += 1) await queue.put(batch(`${index}`.padEnd(500, '.')));
    const { dropped, thinned, batches } = queue.state();
    expect([dropped.full, thinned]).toEqual([2 * (400 - batches), 0]);
    const kept = (await drain(queue)).map(Number.parseFloat);
    expect(kept).toEqual(Array.from({ length: batches }, (_, index) => 400 - batches + index));
    expect(batches).toBeGreaterThan(80);
  });

  it('gives up half where the disk is nearly full, and says so once', async () => {
    const folder = `${temporaryTree()}/q`;
    let isLow = false;
    const { queue, problems } = await open({ folder, mostBytes: 65_536, isDiskLow: async () => isLow });
    await queue.park();
    const put = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) await queue.put(batch('x'.repeat(500)));
    };
    await put(100);
    expect(queue.state()).toMatchObject({ batches: 100, dropped: { full: 0 }, problem: null });
    isLow = true;
    await put(60);
    expect(queue.state().batches).toBeLessThan(80);
    expect(problems).toEqual([expect.stringContaining('drops half of the waiting values') as string]);
    expect(queue.state().problem).toBe('the disk is nearly full, so half of what waits is dropped');
    await drain(queue);
    expect(queue.state().problem).toBeNull();
    await queue.close();
  });

  it('notices a full disk within ten seconds, whatever is written', async () => {
    const folder = `${temporaryTree()}/q`;
    const clock = createFakeClock(START);
    let isLow = false;
    let looks = 0;
    const isDiskLow = async () => {
      looks += 1;
      return isLow;
    };
    const { queue } = await open({ folder, clock, mostBytes: 65_536, isDiskLow });
    await queue.park();
    for (let index = 0; index < 76; index += 1) await queue.put(batch('x'.repeat(500)));
    const before = looks;
    isLow = true;
    await queue.put(batch('a'));
    expect([looks, queue.state().batches]).toEqual([before, 77]);
    clock.skip(10_000);
    await queue.put(batch('b'));
    const { batches } = queue.state();
    expect([looks, batches < 50]).toEqual([before + 1, true]);
    // It is not halved again and again.
    clock.skip(10_000);
    await queue.put(batch('c'));
    expect([looks, queue.state().batches]).toEqual([before + 2, batches + 1]);
    await queue.close();
  });

  it('drops what is too old', async () => {
    const clock = createFakeClock(START);
    const { queue } = await open({ clock });
    await queue.put(batch('old'));
    clock.skip(HOUR);
    await queue.put(batch('new', clock.now()));
    clock.skip(HOUR / 2);
    expect(await drain(queue)).toEqual(['new']);
    expect(queue.state().dropped.age).toBe(2);
  });

  it.each([30 * 24 * HOUR, -30 * 24 * HOUR])('loses nothing when the clock is set by %i ms', async (step) => {
    const folder = `${temporaryTree()}/q`;
    const clock = createFakeClock(START);
    const { queue } = await open({ folder, clock });
    await queue.put(batch('in memory'));
    clock.step(step);
    expect(await queue.first()).not.toBeNull();
    await queue.park();
    await queue.put(batch('in a file', clock.now()));
    clock.step(-step);
    expect(await drain(queue)).toEqual(['in memory', 'in a file']);
    expect(queue.state().dropped).toEqual({ full: 0, age: 0 });
  });

  it('knows the age of what an earlier run left, where its date makes sense', async () => {
    const folder = `${temporaryTree()}/q`;
    const first = await open({ folder });
    await first.queue.put(batch('unset clock', 5000));
    await first.queue.put(batch('old', START - 2 * HOUR));
    await first.queue.put(batch('new'));
    await first.queue.close();
    const { queue } = await open({ folder });
    expect(await drain(queue)).toEqual(['unset clock', 'new']);
  });

  it('drops at once what a target says that it is too old', async () => {
    const clock = createFakeClock(START);
    const { queue } = await open({ clock });
    for (const text of ['a', 'b', 'c']) {
      await queue.put(batch(text, clock.now()));
      clock.skip(1000);
    }
    await queue.dropOlder(1500);
    expect(await drain(queue)).toEqual(['c']);
    expect(queue.state().dropped.age).toBe(4);
  });

  describe.each(['memory', 'files'])('in %s', (place) => {
    const filled = async () => {
      const folder = `${temporaryTree()}/q`;
      const { queue } = await open({ folder });
      if (place === 'files') await queue.park();
      for (const text of ['a', 'b', 'c', 'd']) await queue.put(batch(text));
      for (const expected of ['d', 'c']) {
        const last = await queue.last();
        expect(Buffer.from(last?.bytes ?? []).toString()).toBe(expected);
        if (last !== null) await queue.remove(last);
      }
      return { queue, folder };
    };

    it('gives the newest before its turn, and once', async () => {
      const { queue } = await filled();
      await queue.put(batch('e'));
      expect(await drain(queue)).toEqual(['a', 'b', 'e']);
    });

    it('knows after a restart which of them were sent before their turn', async () => {
      const { queue, folder } = await filled();
      await queue.close();
      const again = await open({ folder });
      expect(again.queue.state().batches).toBe(2);
      await again.queue.put(batch('e'));
      expect(await drain(again.queue)).toEqual(['a', 'b', 'e']);
    });
  });

  it('goes on in memory where it cannot write, and says so once', async () => {
    const folder = temporaryTree({ q: 'a file' });
    const { queue, problems } = await open({ folder: `${folder}/q` });
    await queue.put(batch('a'));
    await queue.park();
    await queue.put(batch('b'));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/cannot write to .*\/q \(.*\): what waits is kept in memory, 8 MiB at most/);
    expect(queue.state().problem).toBe(problems[0]);
    expect(await drain(queue)).toEqual(['a', 'b']);
  });

  it('bounds what it keeps in memory', async () => {
    const { queue } = await open();
    for (let index = 0; index < 12; index += 1) await queue.put(batch(`${index}`.padEnd(1024 * 1024)));
    expect(queue.state()).toMatchObject({ batches: 8, dropped: { full: 8 } });
  });

  it('reads no more of a file than there is, whatever its lengths say', async () => {
    const folder = `${temporaryTree()}/q`;
    const { queue } = await open({ folder });
    await queue.park();
    for (const text of ['aaaa', 'bbbb']) await queue.put(batch(text));
    await queue.close();
    const path = `${folder}/${readdirSync(folder).find((name) => name.endsWith('.queue'))}`;
    const bytes = readFileSync(path);
    bytes.writeUInt32LE(0xffff_ff00, bytes.length / 2 + 8);
    writeFileSync(path, bytes);
    truncateSync(path, 8 * 1024 ** 3);
    expect(await drain((await open({ folder })).queue)).toEqual(['aaaa']);
  });

  it('survives files that are not its own', async () => {
    const folder = temporaryTree({
      'notes.txt': 'x',
      '0000000000000001.queue': 'garbage',
      'position.json': '{',
    });
    const { queue } = await open({ folder });
    expect(await queue.first()).toBeNull();
    appendFileSync(`${folder}/notes.txt`, 'y');
    chmodSync(folder, 0o700);
    await queue.park();
    await queue.put(batch('a'));
    expect(await drain(queue)).toEqual(['a']);
  });
});
