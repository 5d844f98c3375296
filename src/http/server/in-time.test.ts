import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { inTime } from './in-time.ts';

async function* texts(): AsyncGenerator<string> {
  yield 'a';
  yield 'b';
}

describe('a reply that is read slowly', () => {
  it('ends when a piece is not taken in time, however many were', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const onLate = vi.fn<() => void>();
    const pieces = inTime(texts(), onLate);
    expect(await pieces.next()).toEqual({ done: false, value: 'a' });
    vi.advanceTimersByTime(29_000);
    expect(await pieces.next()).toEqual({ done: false, value: 'b' });
    vi.advanceTimersByTime(29_000);
    expect(onLate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    expect(onLate).toHaveBeenCalledTimes(1);
    await pieces.return(undefined);
    expect(vi.getTimerCount()).toBe(0);
  });
});
