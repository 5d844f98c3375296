import type { Json } from '../../core/served.ts';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { showOn } from '../../../test/support/recorded-terminal.ts';
import { NO_ROUTE } from '../../explain/explanation.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { openRemoteSubject } from './remote-source.ts';

/** The terminal with `-c`, of an agent with this reply to a path. */
async function show(ask: ((path: string) => Promise<Json>) | null) {
  const remote = {
    plugins: [],
    isLoggedIn: false,
    read: async () => new Map<string, Json>(),
    limits: async () => ({}),
    ask,
    fetch: null,
    post: null,
    close: () => {},
  };
  const setup = { remote, name: 'web1', registry: [], clock: createFakeClock(), refresh: 2 };
  return showOn(await openRemoteSubject(setup), { width: 100, height: 30 });
}

it('w asks the other agent why it was slow', async () => {
  const asked: string[] = [];
  const { press, screen } = await show(async (path) => {
    asked.push(path);
    return {
      verdict: { cause: 'cpu', sentence: 'CPU at 99 %, mostly by ffmpeg.', evidence: [] },
      who: [{ text: 'ffmpeg: 180 % of a core' }],
    };
  });
  press('w');
  await expect.poll(screen).toContain('CPU at 99 %, mostly by ffmpeg.');
  expect(screen()).toContain('ffmpeg: 180 % of a core');
  const [, from, to] = /^\/api\/explain\?from=(\d+)&to=(\d+)$/.exec(asked.at(-1) ?? '') ?? [];
  expect(Number(to) - Number(from)).toBe(900_000);
});

it.each<[what: string, ask: (() => Promise<Json>) | null, words: string]>([
  [
    'an older agent',
    () => Promise.reject(new RequestError('absent', 'web1 does not have what was asked for')),
    NO_ROUTE,
  ],
  ['a server of another kind', () => Promise.resolve(['?']), NO_ROUTE],
  [
    'an agent that is gone',
    () => Promise.reject(new RequestError('refused', 'connection refused by web1:61208')),
    'connection refused by web1:61208',
  ],
  ['a server without such an API', null, 'there is no history of this machine'],
])('w says why %s has no answer', async (_, ask, words) => {
  const { press, screen } = await show(ask);
  press('w');
  await expect.poll(screen).toContain(words.slice(0, 60));
});
