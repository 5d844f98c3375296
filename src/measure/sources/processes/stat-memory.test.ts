import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StatMemory } from './stat-memory.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('what stat was', () => {
  it('tells what differs from before, and nothing else', () => {
    const line = fc.stringMatching(/^[0-9a-z ()]{0,40}$/).map((text) => bytes(`${text}\n`));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(600), line), { maxLength: 60 }), (steps) => {
        const memory = new StatMemory(512);
        const slots = Array.from({ length: 601 }, () => memory.take());
        const last = new Map<number, string>();
        for (const [process, content] of steps) {
          const text = String(content);
          expect(memory.update(slots[process] as number, content)).toBe(last.get(process) !== text);
          last.set(process, text);
        }
      }),
    );
  });

  it('forgets what was in a slot that is given back', () => {
    const memory = new StatMemory(512);
    const slot = memory.take();
    expect(memory.update(slot, bytes('1 (a) S\n'))).toBe(true);
    expect(memory.update(slot, bytes('1 (a) S\n'))).toBe(false);
    memory.release(slot);
    expect(memory.update(memory.take(), bytes('1 (a) S\n'))).toBe(true);
  });

  it('takes one that is too long for changed', () => {
    const memory = new StatMemory(512);
    const slot = memory.take();
    const long = bytes(`1 (${'x'.repeat(600)}) S\n`);
    expect([memory.update(slot, long), memory.update(slot, long)]).toEqual([true, true]);
  });

  it('is let go where nobody uses it, and never given to two', () => {
    const steps = fc.array(fc.oneof(fc.constant(null), fc.nat()), { maxLength: 400, size: 'max' });
    fc.assert(
      fc.property(steps, (wanted) => {
        const memory = new StatMemory(4);
        const used: number[] = [];
        for (const which of wanted) {
          if (which === null) {
            const slot = memory.take();
            expect(used).not.toContain(slot);
            used.push(slot);
          } else if (used.length > 0) memory.release(used.splice(which % used.length, 1)[0] as number);
        }
        for (const slot of used) memory.release(slot);
        expect(memory.size).toBe(0);
      }),
    );
  });

  it('moves to the front while most of it is free', () => {
    const memory = new StatMemory(4);
    const slots = Array.from({ length: 1000 }, () => memory.take());
    const full = memory.size;
    for (const slot of slots) memory.release(slot);
    for (let one = 0; one < 10; one += 1) memory.take();
    expect(memory.size).toBeLessThan(full / 20);
  });
});
