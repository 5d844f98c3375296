/** All values of a host at a past moment. */
import { childOf, type Moment } from '../../past/history-source.ts';
import { HOUR_MS, MINUTE_MS } from '../tiers/tier.ts';
import { RangeReader, type RangeSetup } from './range.ts';
import { listSeries } from './series-list.ts';

/** Averages of the minute of the moment; of its hour if minutes have expired. */
export async function valuesAtMoment(setup: RangeSetup, at: number): Promise<Moment> {
  const time = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const range = { from: time, to: time + MINUTE_MS, step: MINUTE_MS };
  const reader = await RangeReader.open(setup, range);
  // The time of the last value in a file of hours is the begin of its hour.
  const objects = new Map<string, Map<string, number>>();
  const lists = new Map<string, Map<string, Map<string, number>>>();
  for (const { id, info } of await listSeries(setup, range.from - HOUR_MS, range.to)) {
    const value = (await reader.read(id))?.bins.avg[0];
    if (value === undefined || Number.isNaN(value)) continue;
    const fields =
      info.item === null ? childOf(objects, info.plugin) : childOf(childOf(lists, info.plugin), info.item);
    fields.set(info.field, value);
    if (setup.slice.isOver) await setup.slice.next();
  }
  return reader.coarsest === 'hours'
    ? { time: Math.floor(at / HOUR_MS) * HOUR_MS, step: HOUR_MS, objects, lists }
    : { time, step: MINUTE_MS, objects, lists };
}
