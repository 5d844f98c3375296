import { fallbackOf } from '../core/option-parse.ts';
import type { Options, OptionValues } from '../core/options.ts';

/** Values of declared options, fall-backs where they are unset. */
export function valuesOf<O extends Options>(
  options: O,
  values: ReadonlyMap<string, unknown> | undefined,
): OptionValues<O> {
  return Object.fromEntries(
    Object.entries(options).map(([key, option]) => [
      key,
      values?.has(key) ? values.get(key) : fallbackOf(option),
    ]),
  ) as OptionValues<O>;
}
