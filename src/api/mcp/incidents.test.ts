/** Recorded incidents, which a script diagnoses by tools alone. */
import { expect, it } from 'vitest';
import { askerIn, askTool } from '../../../test/support/assistant.ts';
import { firstOf } from '../../../test/support/full-run.ts';
import { type Incident, pastOfIncident, readIncident } from '../../../test/support/incident.ts';
import type { Incident as IncidentFile } from '../../explain/incident/incident.ts';
import { writeIncident } from '../../explain/incident/write.ts';
import { createIncidentApi } from '../../run/parts/incident-api.ts';

async function apiOf(recorded: Incident) {
  const { window } = recorded;
  const { pieces } = await writeIncident({
    past: pastOfIncident(recorded),
    window,
    host: 'web1',
    version: '4.0.0',
    now: window.to,
    redact: null,
    logs: async () => null,
  });
  let text = '';
  for await (const piece of pieces()) text += piece;
  return createIncidentApi(JSON.parse(text) as IncidentFile, 'localhost', '/nonexistent', (error) => {
    throw error;
  });
}

const RECORDED =
  'disk-full-1 hung-mount-1 oom-1 cpu-many-1 cpu-one-1 disk-read-1 disk-write-1 leak-1 memory-limit-1 swap-1';

it.each(
  firstOf(
    'most incidents by tools alone',
    3,
    RECORDED.split(' ').map((name): [string] => [name]),
  ),
)('%s', async (name) => {
  const recorded = readIncident(`${name}.json.gz`);
  const api = await apiOf(recorded);
  const asker = askerIn(api);
  const ask = (tool: string, given: object = {}) => askTool(asker, tool, { ...given }, recorded.window.to);

  const span = { from: recorded.window.from, to: recorded.window.to };
  const found = await ask('explain', span);
  expect(recorded.causes, String(found['sentence'])).toContain(found['cause']);
  const isNamed = (...said: unknown[]) =>
    recorded.programs.length === 0 ||
    recorded.programs.some((program) => JSON.stringify(said).includes(program));
  const programs = isNamed(found['sentence'], found['programs'])
    ? []
    : [await ask('top', { at: span.to - 60_000 })];
  expect(
    isNamed(found['sentence'], found['programs'], programs),
    JSON.stringify([recorded.programs, programs]),
  ).toBe(true);

  // Its evidence can be looked at.
  const ids = (found['evidence'] as { series: string }[]).map(({ series }) => series);
  expect(ids).not.toEqual([]);
  const { series, unknown } = await ask('history', { series: ids, ...span, points: 20 });
  expect([(series as object[]).length, unknown]).toEqual([ids.length, []]);
  await api.close();
});
