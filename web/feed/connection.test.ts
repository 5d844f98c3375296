import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../api/client.ts';
import { createLink, retryDelay } from './connection.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

class FakePage extends EventTarget {
  hidden = false;
  show(isShown: boolean): void {
    this.hidden = !isShown;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function rig() {
  const page = new FakePage();
  const done: string[] = [];
  const link = createLink({
    period: () => 2,
    begin: () => void done.push('begin'),
    rest: (by) => (done.push(`rest ${by}`), true),
    page: page as unknown as Document,
  });
  return { page, done, link };
}

describe('a connection', () => {
  it('is silent when three samples are missing, and live with the next', async () => {
    const { link } = rig();
    link.live('stream');
    await vi.advanceTimersByTimeAsync(5500);
    expect(link.state.value).toEqual({ kind: 'live', by: 'stream' });
    await vi.advanceTimersByTimeAsync(500);
    expect(link.state.value).toEqual({ kind: 'silent', since: 1_000_000, by: 'stream' });
    link.heard();
    expect(link.state.value).toEqual({ kind: 'live', by: 'stream' });
    link.stop();
  });

  it('is looked at when silence would be noticed, not all the time', async () => {
    const { link } = rig();
    link.live('stream');
    await vi.advanceTimersByTimeAsync(2000);
    link.heard();
    vi.advanceTimersToNextTimer();
    expect(Date.now()).toBe(1_006_000);
    vi.advanceTimersToNextTimer();
    expect(Date.now()).toBe(1_008_000);
    expect(link.state.value).toMatchObject({ kind: 'silent', since: 1_002_000 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is silent however far the clock is put back', async () => {
    const { link } = rig();
    link.live('stream');
    await vi.advanceTimersByTimeAsync(5500);
    vi.setSystemTime(1_000_000 - 6 * 3_600_000);
    await vi.advanceTimersByTimeAsync(500);
    expect(link.state.value).toEqual({ kind: 'live', by: 'stream' });
    await vi.advanceTimersByTimeAsync(6000);
    expect(link.state.value.kind).toBe('silent');
    link.stop();
  });

  it('says when the next attempt is made, which may be now', async () => {
    const { done, link } = rig();
    link.lost(new ApiProblem(503, 'Too many connections', 8));
    expect(link.state.value).toMatchObject({ kind: 'lost', nextAt: 1_008_000 });
    link.tryNow();
    expect(link.state.value).toMatchObject({ kind: 'lost', nextAt: null });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toEqual(['begin']);
  });

  it('rests while the page is hidden, also when it came back unseen', async () => {
    const { page, done, link } = rig();
    link.live('stream');
    page.show(false);
    await vi.advanceTimersByTimeAsync(9000);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(done).toEqual(['rest stream']);
    expect(link.state.value).toEqual({ kind: 'resting', isFollowed: true });
    link.lost(new ApiProblem(0, 'gone'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(done.splice(1)).toEqual(['begin']);
    // Updates do not delay it.
    for (let second = 0; second < 10; second += 2) {
      link.live('polling');
      await vi.advanceTimersByTimeAsync(2000);
    }
    expect(done.splice(1)).toEqual(['rest polling']);
    page.show(true);
    expect(done.splice(1)).toEqual(['begin']);
  });
});

describe('the time until the next attempt', () => {
  it.each([
    ['an agent that was just started again', 0, null, 1000, false, 1500],
    ['a proxy without its agent', 502, null, 1000, false, 1500],
    ['an agent that is away for long', 0, null, 400_000, false, 10_000],
    ['a hidden page', 0, null, 1000, true, 30_000],
    ['an error', 500, null, 1000, false, 10_000],
    ['a time that was asked for', 503, 20, 1000, false, 20_000],
    ['a day that was asked for', 503, 86_400, 1000, false, 60_000],
  ])('%s', (_, status, retryAfter, lostFor, isHidden, expected) => {
    expect(retryDelay({ status, retryAfter }, lostFor, isHidden)).toBe(expected);
  });
});
