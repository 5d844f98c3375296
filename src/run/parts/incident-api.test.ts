import { expect, it, onTestFinished } from 'vitest';
import { readIncident } from '../../../test/support/incident.ts';
import { Slice } from '../../core/slice.ts';
import { IncidentHistory } from '../../explain/incident/history.ts';
import type { Incident } from '../../explain/incident/incident.ts';
import { writeIncident } from '../../explain/incident/write.ts';
import { createIncidentApi } from './incident-api.ts';

const recorded = readIncident('cpu-one-1.json.gz');
const { window } = recorded;
const LINE = {
  time: window.to - 20_000,
  last: window.to - 20_000,
  origin: 'kernel',
  name: '',
  priority: 'err',
  output: null,
  text: 'oops',
  count: 1,
} as const;

async function open() {
  const { pieces } = await writeIncident({
    past: new IncidentHistory({ ...recorded, notes: [] }, new Slice()),
    window,
    host: 'web1',
    version: '4.0.0',
    now: window.to,
    redact: null,
    logs: async () => ({ ...window, lines: [LINE], sources: [] }),
  });
  let text = '';
  for await (const piece of pieces()) text += piece;
  const incident = JSON.parse(text) as Incident;
  const api = await createIncidentApi(incident, '127.0.0.1', '/nowhere', (error) => {
    throw error;
  });
  onTestFinished(() => api.close());
  const ask = async (method: 'GET' | 'POST', url: string, host = '127.0.0.1:1') => {
    const reply = await api.inject({ method, url, headers: { host } });
    return [reply.statusCode, reply.body] as const;
  };
  return { ask, incident };
}

it('answers as the machine did at that time', async () => {
  const { ask, incident } = await open();
  const json = async (url: string): Promise<unknown> => JSON.parse((await ask('GET', url))[1]);
  expect(await json('/api/4/cpu/total')).toEqual({ total: expect.any(Number) as number });
  expect(await json('/api/4/system')).toMatchObject({ hostname: 'web1' });
  expect(await json(`/api/explain?from=${window.from}&to=${window.to}`)).toMatchObject({
    verdict: incident.explanation.verdict,
    // Lines in the file are visible to everybody who has it.
    happened: expect.arrayContaining([{ time: LINE.time, kind: 'log', text: 'kernel: oops' }]) as unknown,
  });
  // Another time is explained from the file's series.
  expect(await json(`/api/explain?from=${window.from - 600_000}&to=${window.from - 300_000}`)).toMatchObject({
    verdict: { cause: 'none' },
  });
  expect(await json('/api/archive')).toMatchObject({ state: 'ok', oldest: expect.any(Number) as number });
});

it('changes nothing, and answers under its own names only', async () => {
  const { ask } = await open();
  expect(await ask('POST', '/api/4/events/clear/all')).toEqual([
    403,
    '{"detail":"This is a file: nothing in it can be changed"}',
  ]);
  for (const path of ['/api/notes', '/api/silences', '/api/rules', '/api/push', '/api/snapshot'])
    expect((await ask('POST', path))[0], path).toBeGreaterThanOrEqual(404);
  expect((await ask('GET', '/api/4/all', 'evil.example'))[0]).toBe(400);
  expect((await ask('GET', '/api/4/all', 'localhost:8080'))[0]).toBe(200);
});
