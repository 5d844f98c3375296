/** Reader of a source's plugin: bounds, values that are kept while the source fails, and notices. */
import type { PluginContext } from '../../core/plugin.ts';
import { staleCopy } from '../../core/stale.ts';
import type { OwnItem } from './declaration.ts';
import type { SourceValues } from './options.ts';
import type { Reading } from './sample.ts';
import { createSeries, keptSeconds, type Room, type SeriesSetup } from './series.ts';
import { openSource, type SourceSetup } from './source.ts';

export interface ReaderSetup extends SourceSetup, Pick<PluginContext<never>, 'notice'> {
  room: Room;
}

/** Most refused lines that are named. */
const NAMED = 3;

/** Returns the settings of a source's series, from its section. */
export function seriesSetup(name: string, values: SourceValues, room: Room): SeriesSetup {
  const { only, warning, critical, below } = values;
  return {
    only: only.length === 0 ? null : (metric) => only.some((pattern) => pattern.test(metric)),
    wished: {
      ...(warning !== undefined && { warning }),
      ...(critical !== undefined && { critical }),
      ...(values.for !== undefined && { for: values.for }),
      ...(below && { below }),
    },
    prefix: values.format === 'prometheus' && values.push === undefined ? '' : `${name}_`,
    room,
  };
}

export function createReader({ notice, room, ...setup }: ReaderSetup): () => Promise<OwnItem[]> {
  const { name, values, host } = setup;
  const { every } = values;
  const series = createSeries(seriesSetup(name, values, room));
  const read = openSource(setup);
  const secondsNow = (): number => host.clock.monotonic() / 1000;
  let last: { readonly items: OwnItem[]; readonly at: number } | null = null;

  /** Returns the last values for three periods, then none once; throws the error after that. */
  const without = (error: Error): OwnItem[] => {
    if (last === null) throw error;
    notice('source', error.message);
    if (secondsNow() - last.at < keptSeconds(every)) return last.items.map(staleCopy);
    last = null;
    series.clear();
    return [];
  };

  return async () => {
    let reading: Reading;
    try {
      reading = await read();
    } catch (error) {
      return without(error as Error);
    }
    const at = secondsNow();
    const { items, beyond } = series.make(reading, at);
    notice('source', null);
    notice('refused', refusedWords(reading));
    notice(
      'beyond',
      beyond === 0
        ? null
        : `${beyond} series are left out, as a source has at most 500 and all sources 5,000`,
    );
    last = { items, at };
    return items.map((item) => ({ ...item }));
  };
}

function refusedWords({ refused, refusals }: Reading): string | null {
  if (refusals === 0) return null;
  const named = refused.slice(0, NAMED).map(({ place, reason }) => `${place}: ${reason}`);
  const more = refusals > named.length ? [`${refusals - named.length} more`] : [];
  return `refused: ${[...named, ...more].join('; ')}`;
}
