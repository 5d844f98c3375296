/** Sections of the configuration file that belong to no plugin, declared beside what they configure. */
import type { Option, Options } from './options.ts';

/** Keys with variable names, such as `server_1_name`. */
export interface KeyFamily {
  readonly pattern: RegExp;
  readonly option: Option;
  /** A key and value that show the form. */
  readonly example: readonly [key: string, value: string];
}

export interface SectionDeclaration<O extends Options = Options> {
  readonly description: string;
  readonly options: O;
  readonly families?: readonly KeyFamily[];
  /** Whether values are never commands, since any text is valid. */
  readonly literal?: true;
  /** Conversions of valid texts, where the type says too little; they throw `OptionError`. */
  readonly refine?: Readonly<Record<string, (text: string) => unknown>>;
}

export interface NamedSection<O extends Options = Options> extends SectionDeclaration<O> {
  readonly name: string;
}

export const defineSection = <const O extends Options>(
  name: string,
  description: string,
  options: O,
): NamedSection<O> => ({ name, description, options });
