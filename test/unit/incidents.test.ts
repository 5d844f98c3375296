/** Recorded incidents: the right cause comes first, and the right program is named; of quiet times nothing is claimed. */
import { expect, it } from 'vitest';
import { explain } from '../../src/explain/explain.ts';
import { isFull } from '../support/full-run.ts';
import { HALVES, incidentNames, namesProgram, pastOfIncident, readIncident } from '../support/incident.ts';

/**
 * An idle agent counts processes once a minute: the jump lies in the quiet minute. And a program that stands still is none of
 * the busiest any more, by which its CPU would be known.
 */
const MISSED = new Set(['many-processes-1.json.gz', 'stopped-2.json.gz']);
/** It had filled the disk within a moment of the minute. */
const UNNAMED = new Set(['disk-full-1.json.gz']);

/** In `npm test`, one in five: they are of a few kinds. */
const names = HALVES.flatMap(incidentNames).filter((_, index) => isFull || index % 5 === 0);

it.each(names.filter((name) => !MISSED.has(name)))('%s is explained', async (name) => {
  const incident = readIncident(name);
  const found = await explain(pastOfIncident(incident), incident.window);
  expect(incident.causes, found.verdict.sentence).toContain(found.verdict.cause);
  if (incident.programs.length > 0 && !UNNAMED.has(name))
    expect(namesProgram(incident, found), found.verdict.sentence).toBe(true);
});
