/** Sections of the configuration file that belong to no plugin, declared beside what they configure. */
import type { Option, Options } from './options.ts';

export interface Section<N extends string = string, O extends Options = Options> {
  readonly name: N;
  readonly description: string;
  readonly options: O;
  /** All other keys: their values may be any text, so none is a command. The example is a key. */
  readonly others?: Option;
}

export const defineSection = <const N extends string, const O extends Options>(
  name: N,
  description: string,
  options: O,
  others?: Option,
): Section<N, O> => ({ name, description, options, ...(others && { others }) });
