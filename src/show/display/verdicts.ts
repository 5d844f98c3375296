/** The verdicts of a snapshot, for clients and the agent. */
import type { ShownVerdict } from '../../measure/levels/series.ts';

/** Returns the verdict that raises an event: of values with one event type the last, of the load that over 15 minutes. */
export const decidingVerdict = <T extends Pick<ShownVerdict, 'stat' | 'item'>>(
  verdicts: readonly T[],
  stat: string,
  item: string | null,
): T | undefined => verdicts.findLast((one) => one.stat === stat && one.item === item);

/** Of an item's field. */
export const fieldKey = (item: string | null | undefined, field: string): string => `${item ?? ''}\0${field}`;

/** Returns the verdict that colours a value, by {@link fieldKey}. @param all of one plugin */
export function verdictsByField(all: readonly ShownVerdict[]): Map<string, ShownVerdict> {
  const byField = new Map<string, ShownVerdict>();
  for (const verdict of all) {
    const [first = verdict.field] = Object.keys(verdict.series);
    for (const name of [verdict.field, first]) byField.set(fieldKey(verdict.item, name), verdict);
  }
  // Values that are only drawn with a judged one, such as the load of one minute.
  for (const { item, stat, series } of all)
    for (const name of Object.keys(series)) {
      const key = fieldKey(item, name);
      if (!byField.has(key)) byField.set(key, decidingVerdict(all, stat, item) as ShownVerdict);
    }
  return byField;
}

export interface VerdictSource {
  /** Plugins with judged values. */
  plugins(): readonly string[];
  ofPlugin(plugin: string): readonly ShownVerdict[];
}
