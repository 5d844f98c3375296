import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConnections } from './connections.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends samples of one moment together', async () => {
  const connections = createConnections(2);
  const pump = vi.fn();
  const member = { reader: { pump, beat: () => {}, end: () => {} }, address: '::1', refusal: () => null };
  const remove = connections.add(member);
  // As plugins come within one sample, and as the next one does.
  for (const wait of [0, 15, 30, 1955, 20]) {
    await vi.advanceTimersByTimeAsync(wait);
    connections.announce();
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(pump).toHaveBeenCalledTimes(2);
  connections.announce();
  remove();
  await vi.advanceTimersByTimeAsync(100);
  expect(pump).toHaveBeenCalledTimes(2);
});
