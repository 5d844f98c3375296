import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { batch, drain, HOUR, openQueue as open, START } from '../../../test/support/delivery-queue.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';

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

  it.each([true, false])(
    'writes to a folder of its own again where that was removed, restarted: %s',
    async (isNew) => {
      const folder = `${temporaryTree()}/q`;
      let { queue } = await open({ folder });
      await queue.park();
      await queue.put(batch('a'));
      if (isNew) {
        await queue.close();
        ({ queue } = await open({ folder }));
      }
      rmSync(folder, { recursive: true });
      for (const text of ['b', 'c']) await queue.put(batch(text));
      await queue.close();
      const next = await open({ folder });
      expect(next.queue.state()).toMatchObject({ batches: 2 });
      expect(await drain(queue)).toEqual(['b', 'c']);
      expect(queue.state().dropped.full).toBe(batch('a').samples);
    },
  );

  it('writes what is in memory when the agent ends', async () => {
    const folder = `${temporaryTree()}/q`;
    const { queue } = await open({ folder });
    await queue.put(batch('a'));
    await queue.close();
    const name = readdirSync(folder).find((file) => file.endsWith('.queue'));
    expect(statSync(`${folder}/${name}`).mode & 0o777).toBe(0o600);
    expect(await drain((await open({ folder })).queue)).toEqual(['a']);
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
    // It is not halved repeatedly.
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

  it('bounds what it keeps in memory', async () => {
    const { queue } = await open();
    for (let index = 0; index < 12; index += 1) await queue.put(batch(`${index}`.padEnd(1024 * 1024)));
    expect(queue.state()).toMatchObject({ batches: 8, dropped: { full: 8 } });
  });
});
