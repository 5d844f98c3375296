import { expect, it, onTestFinished } from 'vitest';
import {
  Environment,
  HostClock,
  LogWriter,
  SettingsFolder,
  WatchedHost,
} from '../../src/core/base-services.ts';
import { createFileProblems, FileProblems } from '../../src/core/file-problems.ts';
import { openParts } from '../../src/core/parts/open.ts';
import type { Part } from '../../src/core/parts/part.ts';
import { give } from '../../src/core/parts/service.ts';
import { pushChecksPart } from '../../src/alerts/push-checks/push-checks-part.ts';
import { boardsPart } from '../../src/api/boards/boards-part.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { Access } from '../../src/http/route/services.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import { testSettings } from '../support/recorded-agent.ts';
import { temporaryTree } from '../support/temporary-directory.ts';
import { BARE, Http, Plan } from '../support/bare.ts';

async function served(...features: readonly Part[]) {
  const registry = plugins.filter(({ name }) => ['uptime', 'load', 'core'].includes(name));
  const host = createHost({ root: undefined });
  const running = await openParts([...features, ...BARE], {
    given: [
      give(WatchedHost, host),
      give(HostClock, host.clock),
      give(LogWriter, { write: () => {} }),
      give(FileProblems, createFileProblems({ write: () => {} })),
      give(Environment, {}),
      give(SettingsFolder, { path: temporaryTree() }),
      give(Access, { authenticator: null }),
      give(Plan, { registry, settings: testSettings(registry) }),
    ],
  });
  onTestFinished(running.stop);
  await running.start();
  const api = running.get(Http);
  const ask = async (url: string) => {
    const { statusCode, body } = await api.inject({ method: 'GET', url });
    return [statusCode, JSON.parse(body)] as const;
  };
  return { ask, running };
}

it('serves values from parts alone', async () => {
  const { ask } = await served();
  expect(await ask('/api/4/status')).toEqual([200, { version: expect.any(String) as string }]);
  expect(await ask('/api/4/uptime')).toEqual([200, expect.stringMatching(/:/)]);
  expect(await ask('/api/4/all')).toMatchObject([200, { uptime: expect.stringMatching(/:/) as string }]);
  expect((await ask('/api/boards'))[0]).toBe(404);
});

it('has the routes of the features in its list, those that are off excepted', async () => {
  const { ask, running } = await served(boardsPart, pushChecksPart);
  expect(await ask('/api/boards')).toMatchObject([200, { boards: [], editable: false }]);
  expect((await ask('/api/beat/x?token=y'))[0]).toBe(404);
  const [, { paths }] = (await ask('/openapi.json')) as [number, { paths?: object }];
  expect(paths).toBeUndefined();
  expect(running.states().filter(({ name }) => ['beats', 'boards'].includes(name))).toMatchObject([
    { name: 'boards', state: 'open', reason: null },
    { name: 'beats', state: 'open', reason: null },
  ]);
});

it('answers with the reason where a part broke, and serves the others', async () => {
  const broken = { ...boardsPart, open: () => Promise.reject(new Error('no permission')) };
  const { ask } = await served(broken, pushChecksPart);
  expect(await ask('/api/parts')).toEqual([
    200,
    expect.arrayContaining([
      { name: 'boards', state: 'failed', reason: 'no permission', open_ms: expect.any(Number) as number },
      { name: 'beats', state: 'open', reason: null, open_ms: expect.any(Number) as number },
    ]),
  ]);
  expect(await ask('/api/boards')).toEqual([503, { detail: 'no permission' }]);
  expect((await ask('/api/4/status'))[0]).toBe(200);
});
