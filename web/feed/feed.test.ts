import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import { createStore } from '../store/store.ts';
import { ApiProblem, type Client } from '../api/client.ts';
import { createFeed } from './feed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that asks every two seconds, and an agent that says what the test wants. */
function rig() {
  const agent = { run: 'a', version: '1', asked: [] as string[], problem: null as ApiProblem | null };
  let loggedOut = 0;
  const client: Client = {
    open(path) {
      agent.asked.push(path);
      if (agent.problem !== null) return Promise.reject(agent.problem);
      const body = JSON.stringify({ version: agent.version, cpu: { total: 5 } });
      return Promise.resolve(new Response(body, { headers: { etag: `"${agent.run}.all.1"` } }));
    },
    get(path) {
      agent.asked.push(path);
      return Promise.resolve({} as never);
    },
    post: () => Promise.reject(new Error('not asked')),
    logIn: () => Promise.resolve(),
    logOut: () => void (loggedOut += 1),
    isLoggedIn: false,
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
  return { agent, feed, versions, limitsAsked, loggedOut: () => loggedOut };
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
    const { agent, feed, loggedOut } = rig();
    agent.problem = new ApiProblem(401, 'Not authenticated');
    feed.start();
    await vi.advanceTimersByTimeAsync(0);
    agent.asked = [];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(feed.connection.value.kind).toBe('login');
    expect([agent.asked, loggedOut()]).toEqual([[], 1]);
  });

  it('asks nothing after a logout', async () => {
    const { agent, feed, loggedOut } = rig();
    feed.start();
    await vi.advanceTimersByTimeAsync(100);
    feed.logOut();
    agent.asked = [];
    await vi.advanceTimersByTimeAsync(60_000);
    expect([feed.connection.value.kind, agent.asked, loggedOut()]).toEqual(['login', [], 1]);
  });
});
