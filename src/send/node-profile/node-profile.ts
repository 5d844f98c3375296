/** Profile `node` of `/metrics`, for dashboards and alerts made for node_exporter. */
import type { Host } from '../../core/host.ts';
import { Turns } from '../../core/turns.ts';
import type { Family } from '../metrics/family.ts';
import type { Collector, Put } from './collector.ts';
import { COLLECTORS } from './collectors/index.ts';
import { createReadCache } from './read-cache.ts';
import { createScrapedFiles } from './scraped-host.ts';
import { createSheet, type Sheet } from './sheet.ts';

/** Each call reads the host. */
export interface NodeProfile {
  /** Text format 0.0.4, one piece per collector. */
  texts(): Promise<string[]>;
  families(): Promise<Family[]>;
}

/** @param optional optional collectors to run as well */
export function createNodeProfile(
  host: Host,
  optional: readonly string[],
  collectors: readonly Collector[] = COLLECTORS,
): NodeProfile {
  const turns = new Turns();
  const kept = createReadCache(host.clock);
  const files = createScrapedFiles(host);
  const about = createSheet();
  const chosen = collectors
    .filter(({ name, isOptional }) => !isOptional || optional.includes(name))
    .map((collector) => ({
      collector,
      sheet: createSheet(collector.isUntyped),
      label: ['collector', collector.name] as const,
    }));

  /** A failing collector loses only its own families. */
  const run = async ({ collect }: Collector, put: Put): Promise<boolean> => {
    try {
      await collect(files.host, put, kept);
      return true;
    } catch {
      return false;
    }
  };

  const scrape = async <T>(take: (sheet: Sheet) => T): Promise<T[]> => {
    const slice = turns.begin();
    const taken: T[] = [];
    for (const { collector, sheet, label } of chosen) {
      const start = host.clock.monotonic();
      const isSuccess = await run(collector, sheet.put);
      taken.push(take(sheet));
      const seconds = (host.clock.monotonic() - start) / 1000;
      about.put('node_scrape_collector_duration_seconds', 'Time a collector took.', seconds, label);
      about.put('node_scrape_collector_success', 'The collector worked.', Number(isSuccess), label);
      if (slice.isOver) await slice.next();
    }
    files.sweep();
    return [...taken, take(about)];
  };

  let last: Promise<unknown> = Promise.resolve();
  /** One scrape at a time, since they share sheets. */
  const inTurn = <T>(start: () => Promise<T>): Promise<T> => {
    const next = last.then(start);
    last = next.catch(() => {});
    return next;
  };

  return {
    texts: () => inTurn(() => scrape((sheet) => sheet.takeText())),
    async families() {
      const time = host.clock.now();
      return (await inTurn(() => scrape((sheet) => sheet.takeFamilies(time)))).flat();
    },
  };
}
