import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Preview } from '../api/types.ts';
import { createPreview } from './preview.ts';

const reply = (path: string) => ({ type: path }) as unknown as Preview;

function rig() {
  const asked: { path: string; signal: AbortSignal; answer(): void; fail(error: Error): void }[] = [];
  const preview = createPreview(
    (path, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ path, signal, answer: () => resolve(reply(path)), fail: reject });
      }),
    300,
  );
  return { asked, preview };
}

describe('a preview', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => void vi.useRealTimers();
  });

  it('is asked for once numbers rest, and only if they are others', async () => {
    const { asked, preview } = rig();
    preview.ask('a');
    await vi.advanceTimersByTimeAsync(0);
    asked[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect([preview.shown.value, preview.state.value]).toEqual([reply('a'), { kind: 'ready' }]);
    preview.ask('b');
    await vi.advanceTimersByTimeAsync(299);
    preview.ask('c');
    await vi.advanceTimersByTimeAsync(299);
    expect(asked.map(({ path }) => path)).toEqual(['a']);
    // The previous one stays until replaced.
    expect([preview.shown.value, preview.state.value]).toEqual([reply('a'), { kind: 'waiting' }]);
    await vi.advanceTimersByTimeAsync(1);
    preview.ask('c');
    expect(asked.map(({ path }) => path)).toEqual(['a', 'c']);
  });

  it('is cancelled when numbers change, and a late answer counts no more', async () => {
    const { asked, preview } = rig();
    preview.ask('a');
    await vi.advanceTimersByTimeAsync(0);
    preview.ask(null);
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer();
    await vi.advanceTimersByTimeAsync(1000);
    expect([preview.shown.value, preview.state.value]).toEqual([null, { kind: 'waiting' }]);
    expect(asked).toHaveLength(1);
  });

  it('says why there is none', async () => {
    const { asked, preview } = rig();
    preview.ask('a');
    await vi.advanceTimersByTimeAsync(0);
    asked[0]?.fail(new Error('no history'));
    await vi.advanceTimersByTimeAsync(0);
    expect(preview.state.value).toEqual({ kind: 'none', problem: 'no history' });
  });
});
