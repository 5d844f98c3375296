import { type KeyValues, groupEntries } from '../../core/option-groups.ts';
import { fallbackOf } from '../../core/option-parse.ts';
import type { Options, OptionValues } from '../../core/options.ts';

/** Typed values by section and key. */
export type TypedValues = ReadonlyMap<string, KeyValues>;

/**
 * Values of declared options with defaults.
 * @param sections values of all sections, for options with their own sections
 */
export function valuesOf<O extends Options>(
  options: O,
  values: KeyValues | undefined,
  sections: ReadonlyMap<string, KeyValues> = new Map(),
): OptionValues<O> {
  return Object.fromEntries(
    Object.entries(options).map(([key, option]) => {
      if (option.group) return [key, groupEntries(option.group, values, sections)];
      return [key, values?.has(key) ? values.get(key) : fallbackOf(option)];
    }),
  ) as OptionValues<O>;
}
