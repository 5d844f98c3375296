import { describe, expect, it } from 'vitest';
import { httpServer, serverAt } from '../../../test/support/fake-servers.ts';
import { testHub } from '../../../test/support/test-hub.ts';
import { PLANNED_STOP_HEADER, plannedStopHeader, plannedStopIn } from '../../net/agents/planned-stop.ts';
import { PlannedStop } from '../../core/base-services.ts';
import { openParts } from '../../core/parts/open.ts';
import { give } from '../../core/parts/service.ts';
import { HubPolls } from '../../api/values/hub-polls.ts';
import { createPlannedStops, plannedStopsWithin } from './planned-stops-part.ts';

/** Loading the HTTP client beside load takes longer than hubs have. */
const PATIENT_MS = 30_000;
const TOKEN = 'm5ReVtQ8ZqYk0w1r3n7cXg';

/** A hub that records planned stops. */
async function listening() {
  const said: string[] = [];
  const { port } = await httpServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      said.push(`${request.method} ${request.url} ${Buffer.concat(parts).toString()}`);
      response.end('{}');
    });
  });
  const header = (prefix = '') => plannedStopHeader({ isSecure: false, port, prefix, token: TOKEN });
  return { said, port, header };
}

describe('an agent that is stopped', () => {
  it('tells the hubs that have polled it, each once', async () => {
    const { said, header } = await listening();
    const plannedStops = createPlannedStops(PATIENT_MS);
    plannedStops.note('::ffff:127.0.0.1', header());
    plannedStops.note('127.0.0.1', header());
    plannedStops.note('127.0.0.1', header('/gander'));
    await plannedStops.say();
    expect(said.toSorted()).toEqual([
      `POST /api/servers/planned-stop {"token":"${TOKEN}"}`,
      `POST /gander/api/servers/planned-stop {"token":"${TOKEN}"}`,
    ]);
  });

  it.each([
    ['says so at once when a signal comes, and waits for the hubs at its stop', true],
    ['says nothing where an error ends it', false],
  ])('%s', async (_, isPlanned) => {
    const { said, header } = await listening();
    let signal = (): void => {};
    const signalled = new Promise<void>((resolve) => (signal = resolve));
    const { get, start, stop } = await openParts([plannedStopsWithin(PATIENT_MS)], {
      given: [give(PlannedStop, { signalled })],
    });
    await start();
    get(HubPolls).note('127.0.0.1', header());
    if (isPlanned) signal();
    await stop();
    expect(said).toHaveLength(isPlanned ? 1 : 0);
  });

  it('remembers a few hubs, and ends when some do not answer', async () => {
    const { said, header } = await listening();
    const plannedStops = createPlannedStops(PATIENT_MS);
    plannedStops.note('127.0.0.1', header('/old'));
    for (let at = 0; at < 7; at += 1) plannedStops.note('127.0.0.1', header(`/${at}`));
    plannedStops.note('127.0.0.1', plannedStopHeader({ isSecure: true, port: 1, prefix: '', token: TOKEN }));
    await plannedStops.say();
    expect(said).toHaveLength(7);
    expect(said.join()).not.toContain('/old');
  });

  it.each([
    [undefined],
    ['http:61208'],
    [`ftp:61208 ${TOKEN}`],
    [`http:0 ${TOKEN}`],
    [`http:99999 ${TOKEN}`],
    [`http:80/../x ${TOKEN}`],
    [`http:80/x?y ${TOKEN}`],
    [`http:80@evil:1 ${TOKEN}`],
    ['http:80 short'],
  ])('takes no note of %j', async (header) => {
    expect(plannedStopIn(header)).toBeNull();
  });

  it('takes no note of an address that is none', async () => {
    const { said, header } = await listening();
    const plannedStops = createPlannedStops(PATIENT_MS);
    plannedStops.note('evil.test/', header());
    await plannedStops.say();
    expect(said).toEqual([]);
  });
});

it('a hub tells each server its token, and knows which one has stopped', async () => {
  const headers: (string | string[] | undefined)[] = [];
  const agent = await httpServer((request, response) => {
    headers.push(request.headers[PLANNED_STOP_HEADER]);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"version":"4.0.0","values":{"cpu_total":{"value":1,"decoration":"OK"}}}');
  });
  const server = serverAt(agent.port);
  const { hub, until, state } = testHub([server]);
  hub.start({ isSecure: false, port: 61_208, prefix: '/hub' });
  await until(server.id, 'ONLINE');
  await expect.poll(() => headers.filter(Boolean).length).toBeGreaterThan(0);
  const { token = '' } = plannedStopIn(headers.findLast(Boolean)) ?? {};
  expect(plannedStopIn(headers.findLast(Boolean))).toMatchObject({ port: 61_208, prefix: '/hub' });
  expect([hub.plannedStop('no such token'), hub.plannedStop(token)]).toEqual([false, true]);
  await agent.close();
  await until(server.id, 'OFFLINE');
  expect(state(server.id).reason).toMatch(/^it was stopped as planned \(/);
});
