import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fleetColumn, fleetServer } from '../../test/support/fleet-server.ts';
import { ApiProblem, type Client } from '../api/client.ts';
import { createFleetFeed } from './fleet-feed.ts';
import { createRoster } from './roster.ts';
import type { FleetPage } from '../api/servers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pageOf = (name: string, change: Partial<FleetPage> = {}): FleetPage => ({
  total: 1,
  matching: 1,
  offset: 0,
  limit: 1000,
  counts: { ONLINE: 1, OFFLINE: 0, PROTECTED: 0, SNMP: 0, UNKNOWN: 0 },
  tags: [],
  editable: false,
  refresh: 10,
  now: Date.now(),
  columns: [fleetColumn('cpu:total')],
  servers: [fleetServer(name)],
  position: 'run.7',
  ...change,
});

/** A feed over a hub that the test plays. */
function rig({
  hasStream = true,
  answers = [pageOf('a')],
}: { hasStream?: boolean; answers?: (FleetPage | ApiProblem)[] } = {}) {
  const asked: string[] = [];
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  let turn = 0;
  const client: Client = {
    useToken: () => {},
    logOut: () => Promise.resolve(null),
    post: () => Promise.reject(new Error('not here')),
    get<T>(path: string) {
      asked.push(path);
      const answer = answers[Math.min(turn++, answers.length - 1)];
      return answer instanceof ApiProblem ? Promise.reject(answer) : Promise.resolve(answer as T);
    },
    open(path, init) {
      asked.push(path);
      if (!hasStream) return Promise.reject(new ApiProblem(404, 'Not Found'));
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (writer = controller) });
      init?.signal?.addEventListener('abort', () => writer?.error(new Error('aborted')));
      return Promise.resolve(new Response(body));
    },
  };
  const roster = createRoster(() => 0);
  const versions: string[] = [];
  const page = Object.assign(new EventTarget(), { hidden: false });
  const feed = createFleetFeed({
    client,
    roster,
    period: 10,
    isPaced: false,
    version: '4.0.0',
    onOtherVersion: (version) => versions.push(version),
    page: page as unknown as Document,
  });
  feed.start();
  return {
    asked,
    feed,
    page,
    versions,
    names: () => roster.servers.value.map(({ name }) => name),
    send: async (event: string, value: object) => {
      writer?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(value)}\n\n`));
      await vi.advanceTimersByTimeAsync(0);
    },
    end: () => writer?.close(),
  };
}
const HELLO = { run: 'run', version: '4.0.0', heartbeat: 15 };
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('the feed', () => {
  it('takes the list, then what changes from there on', async () => {
    const { asked, feed, names, send, versions } = rig();
    await settled();
    expect(asked).toEqual(['api/servers?limit=1000', 'api/servers/stream?rows=changes&last_event_id=run.7']);
    await send('hello', HELLO);
    expect(feed.connection.value).toEqual({ kind: 'live', by: 'stream' });
    await send('servers', { servers: [fleetServer('b')], removed: ['a:61208'] });
    expect(names()).toEqual(['b']);
    expect(versions).toEqual([]);
    feed.stop();
  });

  it('takes lists of several pages', async () => {
    const answers = [pageOf('a', { matching: 1500 }), pageOf('b', { matching: 1500 })];
    const { asked, names, feed } = rig({ answers });
    await settled();
    expect(asked.slice(0, 2)).toEqual(['api/servers?limit=1000', 'api/servers?limit=1000&offset=1000']);
    expect(names()).toEqual(['a', 'b']);
    feed.stop();
  });

  it('asks again and again where there is no stream', async () => {
    const { asked, feed } = rig({ hasStream: false });
    await settled();
    expect(feed.connection.value).toEqual({ kind: 'live', by: 'polling' });
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(30_500);
    expect(asked.slice(before)).toEqual(Array.from({ length: 3 }, () => 'api/servers?limit=1000'));
    feed.stop();
  });

  it('says that and why it is lost, and tries again', async () => {
    const { feed, send, end, asked } = rig();
    await settled();
    await send('hello', HELLO);
    await send('end', { detail: 'Too much has changed meanwhile' });
    end();
    await settled();
    expect(feed.connection.value).toMatchObject({ kind: 'lost', reason: 'Too much has changed meanwhile' });
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(1500);
    expect(asked.slice(before)).toEqual([
      'api/servers?limit=1000',
      'api/servers/stream?rows=changes&last_event_id=run.7',
    ]);
    await send('hello', HELLO);
    expect(feed.connection.value.kind).toBe('live');
    feed.stop();
  });

  it('asks who is there', async () => {
    const { asked, feed } = rig({ answers: [new ApiProblem(401, 'Not authenticated')] });
    await settled();
    expect(feed.connection.value).toEqual({ kind: 'login', isExpired: false });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual(['api/servers?limit=1000']);
  });

  it('tells of a hub of another version', async () => {
    const { send, versions, feed } = rig();
    await settled();
    await send('hello', { ...HELLO, version: '4.1.0' });
    expect(versions).toEqual(['4.1.0']);
    feed.stop();
  });

  it('rests while nobody looks', async () => {
    const { asked, feed, page, send } = rig();
    await settled();
    await send('hello', HELLO);
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(30_000);
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(before);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(asked.slice(before)[0]).toBe('api/servers?limit=1000');
    feed.stop();
  });
});
