/** Maxima of gauges between two collections, as separate metrics. */
import { createCollector, type CollectorSetup } from './collect.ts';
import type { Family } from './family.ts';
import { planOf, type Reader } from './plan.ts';

/** @param setup its values are the maxima */
export function createPeaks(setup: CollectorSetup): () => Generator<Family> {
  const collect = createCollector(setup);
  const readers = setup.plugins.flatMap((plugin) => planOf(plugin)?.readers ?? []);
  const names = new Set(readers.filter(isGauge).map(({ descriptor }) => descriptor.name));
  return function* () {
    for (const family of collect())
      if (names.has(family.name)) yield { ...family, name: `${family.name}_max` };
  };
}

const isGauge = ({ source }: Reader): boolean =>
  source !== null && (source.field.kind === 'gauge' || source.field.kind === 'derived');
