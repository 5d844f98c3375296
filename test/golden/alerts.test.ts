/** What alerts do with the same inputs never changes unnoticed: list, changes, notifications, restarts. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { anything, incidentTrace, type Scenario, WAVES } from '../support/alert-scenarios.ts';
import { firstOf, onlyInFull } from '../support/full-run.ts';
import { incidentNames } from '../support/incident.ts';

/** `npm run golden:update` rewrites the files. */
const folder = join(import.meta.dirname, 'alerts');
const isUpdate = process.env['GOLDEN_UPDATE'] === '1';

/** Lines before the first that differs. */
const CONTEXT = 12;

/** Published lists repeat most of the one before. */
const shortened = (line: string): string =>
  line.replace(/(?<=^[\d.]+ list ).+/, (list) => createHash('sha256').update(list).digest('hex').slice(0, 12));

async function expectSame(name: string, scenario: Scenario): Promise<void> {
  const lines = (await scenario()).map(shortened);
  const path = join(folder, `${name}.txt.gz`);
  const known = existsSync(path) ? gunzipSync(readFileSync(path)).toString('utf8').split('\n') : [];
  const at = known.findIndex((line, index) => line !== lines[index]);
  if (at < 0 && lines.length === known.length) return;
  if (isUpdate) {
    mkdirSync(folder, { recursive: true });
    return writeFileSync(path, gzipSync(lines.join('\n'), { level: 9 }));
  }
  const around = (some: readonly string[]): readonly string[] => some.slice(Math.max(0, at - CONTEXT), at + 3);
  expect(around(lines)).toEqual(around(known));
  expect(lines).toHaveLength(known.length);
}

it.each(firstOf('alerts of longer waves', 2, Object.entries(WAVES)))('alerts of a wave: %s', expectSame);

/** They are of a few kinds. */
const incidents = incidentNames('training').filter((_, index) => index % 6 === 0);

it.each([0, ...onlyInFull('alerts of more incidents', 1, 2, 3)])('alerts of recorded incidents: %i', (quarter) =>
  expectSame(`incidents-${quarter}`, async () => {
    const traces: string[] = [];
    for (const name of incidents.filter((_, index) => index % 4 === quarter)) traces.push(...(await incidentTrace(name)));
    return traces;
  }),
);

it('alerts of an hour of anything', () => expectSame('anything-0', anything(8, 1)));

it.each(onlyInFull('alerts of anything', 1, 2, 3, 4, 5, 6, 7))('alerts of hours of anything: %i', (seed) =>
  expectSame(`anything-${seed}`, anything(seed, 6)),
);
