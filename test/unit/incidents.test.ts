import { expect, it } from 'vitest';
import { explain } from '../../src/explain/explain.ts';
import { isFull } from '../support/full-run.ts';
import { incidentNames, pastOfIncident, readIncident } from '../support/incident.ts';

/**
 * An idle agent counts processes once a minute: the jump lies in the quiet minute. And a program that stands still is none of
 * the busiest any more, by which its CPU would be known.
 */
const MISSED = new Set(['many-processes-1.json.gz', 'stopped-2.json.gz']);

/** In `npm test`, one in three: they are of a few kinds. */
const names = incidentNames('training').filter((_, index) => isFull || index % 3 === 0);

it.each(names.filter((name) => !MISSED.has(name)))('%s is explained', async (name) => {
  const incident = readIncident(name);
  const { verdict } = await explain(pastOfIncident(incident), incident.window);
  expect(incident.causes, verdict.sentence).toContain(verdict.cause);
});
