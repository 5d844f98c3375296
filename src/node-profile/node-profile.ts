/** Profile `node` of `/metrics`: what dashboards and alerts made for node_exporter ask for. */
import type { Host } from '../core/host.ts';
import { Turns } from '../core/turns.ts';
import type { Family } from '../metrics/family.ts';
import { type Collector, createFamilySink } from './collector.ts';
import { COLLECTORS } from './collectors/index.ts';
import { createKept, type Kept } from './kept.ts';

export interface NodeProfile {
  /** Reads the host now. */
  collect(): Promise<Family[]>;
}

/** @param optional collectors to run beside the usual ones */
export function createNodeProfile(
  host: Host,
  optional: readonly string[],
  collectors: readonly Collector[] = COLLECTORS,
): NodeProfile {
  const chosen = collectors.filter(({ name, isOptional }) => !isOptional || optional.includes(name));
  const turns = new Turns();
  const kept = createKept(host.clock);
  return {
    async collect() {
      const slice = turns.begin();
      const time = host.clock.now();
      const about = createFamilySink(time);
      const families: Family[] = [];
      for (const collector of chosen) {
        const { found, isSuccess, seconds } = await run(host, collector, { time, kept });
        families.push(...found);
        const label = ['collector', collector.name] as const;
        about.put('node_scrape_collector_duration_seconds', 'Time a collector took.', seconds, label);
        about.put('node_scrape_collector_success', 'The collector worked.', Number(isSuccess), label);
        if (slice.isOver) await slice.next();
      }
      return [...families, ...about.families()];
    },
  };
}

/** A collector that fails costs its own families only. */
async function run(
  host: Host,
  { collect, isUntyped }: Collector,
  { time, kept }: { time: number; kept: Kept },
) {
  const start = host.clock.monotonic();
  const sink = createFamilySink(time, isUntyped);
  let isSuccess = true;
  try {
    await collect(host, sink.put, kept);
  } catch {
    isSuccess = false;
  }
  return { found: sink.families(), isSuccess, seconds: (host.clock.monotonic() - start) / 1000 };
}
