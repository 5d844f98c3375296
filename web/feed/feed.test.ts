import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import { createStore } from '../store/store.ts';
import { ApiProblem, type Client } from '../api/client.ts';
import { createFeed } from './feed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that polls every two seconds, and a scripted agent. */
function rig() {
  const agent = {
    run: 'a',
    version: '1',
    rules: 0,
    asked: [] as string[],
    problem: null as ApiProblem | null,
  };
  const ended = { sessions: 0, problem: null as ApiProblem | null };
  const client: Client = {
    open(path) {
      agent.asked.push(path);
      if (agent.problem !== null) return Promise.reject(agent.problem);
      const body = JSON.stringify({ version: agent.version, cpu: { total: 5 } });
      return Promise.resolve(new Response(body, { headers: { etag: `"${agent.run}.all.1"` } }));
    },
    get(path) {
      agent.asked.push(path);
      return Promise.resolve((path === 'api/verdict' ? { alerts: [], rules: agent.rules } : {}) as never);
    },
    post: () => Promise.reject(new Error('not asked')),
    useToken: () => {},
    logOut() {
      ended.sessions += 1;
      return ended.problem === null ? Promise.resolve(null) : Promise.reject(ended.problem);
    },
  };
  const versions: string[] = [];
  const feed = createFeed({
    client,
    store: createStore(),
    refresh: 2,
    isPaced: true,
    run: 'a',
    version: '1',
    isDrawn: ref(true),
    wantedLists: () => [],
    onOtherVersion: (version) => versions.push(version) > 0,
    page: { hidden: false, addEventListener: () => undefined } as unknown as Document,
  });
  const limitsAsked = (): number => agent.asked.filter((path) => path.includes('/limits')).length;
  return { agent, feed, versions, limitsAsked, ended };
}

describe('the feed', () => {
  it('asks for the limits once, and again when the agent was started again', async () => {
    const { agent, feed, versions, limitsAsked } = rig();
    feed.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(limitsAsked()).toBe(1);
    agent.run = 'b';
    await vi.advanceTimersByTimeAsync(10_000);
    expect([limitsAsked(), versions]).toEqual([2, []]);
    expect(feed.connection.value).toEqual({ kind: 'live', by: 'polling' });
  });

  it('asks for the limits again when thresholds have changed', async () => {
    const { agent, feed, limitsAsked } = rig();
    feed.start();
    await vi.advanceTimersByTimeAsync(10_000);
    agent.rules = 1;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(limitsAsked()).toBe(2);
  });

  it('stops when the page goes away for another version', async () => {
    const { agent, feed, versions } = rig();
    feed.start();
    await vi.advanceTimersByTimeAsync(100);
    agent.version = '2';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(versions).toEqual(['2']);
  });

  it('says since when the connection is lost, and is live within two seconds of a restart', async () => {
    vi.setSystemTime(1_000_000);
    const { agent, feed } = rig();
    feed.start();
    await vi.advanceTimersByTimeAsync(100);
    agent.problem = new ApiProblem(0, 'gone');
    await vi.advanceTimersByTimeAsync(2000);
    expect(feed.connection.value).toMatchObject({ kind: 'lost', since: 1_000_000, reason: 'gone' });
    agent.asked = [];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(agent.asked.length).toBe(40);
    agent.problem = null;
    await vi.advanceTimersByTimeAsync(2000);
    expect(feed.connection.value.kind).toBe('live');
  });

  it('asks who is there, and asks nothing else until it knows', async () => {
    const { agent, feed, ended } = rig();
    agent.problem = new ApiProblem(401, 'Not authenticated');
    feed.start();
    await vi.advanceTimersByTimeAsync(0);
    agent.asked = [];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(feed.connection.value).toEqual({ kind: 'login', isExpired: false });
    // The agent reported it: no session is left to end.
    expect([agent.asked, ended.sessions]).toEqual([[], 0]);
  });

  it('says that the session has expired: when the agent does, and when it knew the browser before', async () => {
    for (const [before, message] of [
      [0, 'Session expired'],
      [0, 'Incorrect authentication'],
      [1, 'Not authenticated'],
    ] as const) {
      const { agent, feed } = rig();
      const problem = new ApiProblem(401, message);
      if (before === 0) agent.problem = problem;
      feed.start();
      await vi.advanceTimersByTimeAsync(100);
      agent.problem = problem;
      await vi.advanceTimersByTimeAsync(2000);
      expect(feed.connection.value, message).toEqual({ kind: 'login', isExpired: true });
    }
  });

  it('asks nothing after a logout', async () => {
    const { agent, feed, ended } = rig();
    feed.start();
    await vi.advanceTimersByTimeAsync(100);
    feed.logOut();
    agent.asked = [];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(feed.connection.value).toEqual({ kind: 'login', isExpired: false });
    expect([agent.asked, ended.sessions]).toEqual([[], 1]);
  });

  it('claims no logout that the agent has not confirmed', async () => {
    const { feed, ended } = rig();
    feed.start();
    await vi.advanceTimersByTimeAsync(100);
    ended.problem = new ApiProblem(0, 'The agent cannot be reached');
    feed.logOut();
    await vi.advanceTimersByTimeAsync(0);
    expect(feed.connection.value).toMatchObject({ kind: 'lost', reason: 'The agent cannot be reached' });
  });
});
