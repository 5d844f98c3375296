/** Profile `node` of `/metrics`, for dashboards and alerts made for node_exporter. */
import type { Host, HostReader } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';
import { Slice } from '../../core/slice.ts';
import { readFetched } from '../../core/fetched.ts';
import type { Family } from '../metrics/family.ts';
import type { Collector, Put } from './collector.ts';
import { COLLECTORS } from './collectors/index.ts';
import { createReadCache, type ReadCache } from './read-cache.ts';
import { createScrapedFiles, type ScrapedFiles } from './scraped-host.ts';
import { createSheet, type Sheet } from './sheet.ts';
import { inTime } from '../../core/in-time.ts';

/** A collector takes no longer; one that hangs is left out until it has ended. */
const MOST_MS = 5000;

interface Chosen {
  readonly collector: Collector;
  readonly sheet: Sheet;
  readonly label: readonly ['collector', string];
  /** Null: its reads may block. */
  readonly reader: HostReader | null;
  readonly files: ScrapedFiles;
  isBusy: boolean;
}

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
  const kept = createReadCache(host.clock);
  const about = createSheet();
  const chosen = collectors
    .filter(({ name, isOptional }) => !isOptional || optional.includes(name))
    .map((collector): Chosen => {
      const reader = host.reader?.(`node profile, ${collector.name}`) ?? null;
      return {
        collector,
        sheet: createSheet(collector.isUntyped),
        label: ['collector', collector.name],
        reader,
        files: createScrapedFiles(reader?.host ?? host),
        isBusy: false,
      };
    });

  const owners = new Map<string, Chosen>();
  const isOwn = (one: Chosen, [name]: Sample): boolean => {
    const owner = owners.get(name);
    if (owner === undefined) owners.set(name, one);
    return owner === undefined || owner === one;
  };
  /** A failing or hanging collector loses only what it has not put yet. */
  const run = async (one: Chosen): Promise<boolean> => {
    if (one.isBusy) return false;
    one.isBusy = true;
    const samples: Sample[] = [];
    const done = collect(one, kept, samples).finally(() => (one.isBusy = false));
    const isSuccess = await inTime(host.clock, MOST_MS, done).catch(() => false);
    for (const sample of samples) if (isOwn(one, sample)) one.sheet.put(...sample);
    return isSuccess;
  };

  const scrape = async <T>(take: (sheet: Sheet) => T): Promise<T[]> => {
    const slice = new Slice();
    const taken: T[] = [];
    for (const one of chosen) {
      const { sheet, label } = one;
      const start = host.clock.monotonic();
      const isSuccess = await run(one);
      taken.push(take(sheet));
      const seconds = (host.clock.monotonic() - start) / 1000;
      about.put('node_scrape_collector_duration_seconds', 'Time a collector took.', seconds, label);
      about.put('node_scrape_collector_success', 'The collector worked.', Number(isSuccess), label);
      if (slice.isOver) await slice.next();
    }
    for (const { files, isBusy } of chosen) if (!isBusy) files.sweep();
    return [...taken, take(about)];
  };

  /** One scrape at a time, since they share sheets. */
  const inTurn = createMutex();

  return {
    texts: () => inTurn(() => scrape((sheet) => sheet.takeText())),
    async families() {
      const time = host.clock.now();
      return (await inTurn(() => scrape((sheet) => sheet.takeFamilies(time)))).flat();
    },
  };
}

type Sample = Parameters<Put>;

/** Fills `samples`. A reading that misses something is repeated. */
async function collect(
  { collector, reader, files }: Chosen,
  kept: ReadCache,
  samples: Sample[],
): Promise<void> {
  const once = async (): Promise<void> => {
    samples.length = 0;
    await collector.collect(files.host, (...sample) => void samples.push(sample), kept);
  };
  await (reader === null ? once() : readFetched(reader, once));
}
