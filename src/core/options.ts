/** Declarations of configuration keys. Validation, typed values, limits on the wire and examples/gander.conf follow from them. */

import type { Pattern } from './pattern.ts';

export type OptionType =
  | 'flag'
  | 'integer'
  | 'number'
  | 'text'
  | 'list'
  | 'patterns'
  | 'aliases'
  | 'choice'
  | 'group';

/** One configuration key; `T` is the type of its parsed value. */
export interface Option<T = unknown> {
  readonly type: OptionType;
  readonly description: string;
  /** Value as text when the key is unset; undefined: no value. */
  readonly fallback: string | undefined;
  /** Allowed words of a `choice`. */
  readonly choices?: readonly string[];
  /** Smallest and largest value of a number. */
  readonly range?: readonly [number, number];
  /** An example value, for options without a default. */
  readonly example?: string;
  /** For an option of other programs without effect here: what replaces it, a sentence. */
  readonly instead?: string;
  /** True when no reply, message or log line may show the value. */
  readonly secret?: true;
  /** True when no reply shows the value, since it may hold a secret, such as the path of a web hook. */
  readonly hidden?: true;
  /** The form of the entries of a `group`. */
  readonly group?: OptionGroup;
  /** Parses a text where the type alone does not suffice; throws `OptionError`. */
  readonly parse?: (text: string) => T;
  /** Type of the parsed value, for the compiler only. */
  readonly valueType?: T;
}

/**
 * A group of entries with the same options: numbered keys in the plugin's section (`folder_1_path`), or a section each
 * (`[amp_nginx]`).
 */
export interface OptionGroup {
  readonly members: Options;
  /** Prefix of the number, or of the name of the section: `folder_`, `amp_`. */
  readonly prefix: string;
  /** Highest number; null if the entries are sections. */
  readonly most: number | null;
  /** At most one section, named `prefix`. */
  readonly single?: true;
  /** The member that the others require. */
  readonly needs?: string;
  /** Entries must differ in their value of `needs`. */
  readonly isUnique?: true;
  /** A key without effect; null: all have their effect. @param name number, or name of the section without `prefix` */
  lacks?(name: string, values: Readonly<Record<string, unknown>>): IdleKey | null;
}

/** A key without effect, and the reason. */
export type IdleKey = { readonly key: string } & (
  | {
      /** Missing key, or the alternatives. */
      readonly needed: string;
    }
  | {
      /** Key, perhaps with a value, that excludes this one. */
      readonly excluded: string;
    }
);

/** One of a group: its number or name as the file has it, and the values of its options. */
export interface GroupEntry<O extends Options = Options> {
  readonly name: string;
  readonly values: OptionValues<O>;
}

export type Options = Readonly<Record<string, Option>>;

/** Parsed values of declared options: undefined where unset and without fall-back. */
export type OptionValues<O extends Options> = { [K in keyof O]: O[K] extends Option<infer T> ? T : never };

type Fallback<T, F> = F extends undefined ? T | undefined : T;

function make<T>(
  type: OptionType,
  fallback: string | undefined,
  description: string,
  extra: Pick<Option, 'choices' | 'range'> = {},
): Option<T> {
  return { type, fallback, description, ...extra };
}

/** Bounds of sampling intervals in seconds. */
export const REFRESH_RANGE = [0.1, 86_400] as const;

/** `True` or `False`. */
export const flagOption = (fallback: boolean, description: string) =>
  make<boolean>('flag', fallback ? 'True' : 'False', description);

/** A number within a range, both ends included. */
export const numberOption = <F extends number | undefined>(
  fallback: F,
  description: string,
  range: readonly [number, number] = [0, Number.MAX_SAFE_INTEGER],
) => make<Fallback<number, F>>('number', fallback?.toString(), description, { range });

export const integerOption = <F extends number | undefined>(
  fallback: F,
  description: string,
  range: readonly [number, number] = [0, Number.MAX_SAFE_INTEGER],
) => make<Fallback<number, F>>('integer', fallback?.toString(), description, { range });

export const textOption = <F extends string | undefined>(fallback: F, description: string) =>
  make<Fallback<string, F>>('text', fallback, description);

/** A text with its own syntax; `parse` throws `OptionError`. */
export const parsedOption = <T>(
  parse: (text: string) => T,
  description: string,
  example: string,
): Option<T | undefined> => ({ ...make<T | undefined>('text', undefined, description), parse, example });

/** A text with its own syntax and a default; `parse` throws `OptionError`. */
export const prefilledOption = <T>(
  fallback: string,
  description: string,
  parse: (text: string) => T,
): Option<T> => ({ ...make<T>('text', fallback, description), parse });

/** Parses the texts of an option where its type says too little; `parse` throws `OptionError`. */
export const parsedAs = <T>(parse: (text: string) => T, option: Option<T>): Option<T> => ({
  ...option,
  parse,
});

/** A password or token, which must not be shown. */
export const secretOption = (description: string): Option<string | undefined> => ({
  ...make<string | undefined>('text', undefined, description),
  secret: true,
});

/** A secret with its own syntax. */
export const parsedSecretOption = <T>(
  parse: (text: string) => T,
  description: string,
  example = '',
): Option<T | undefined> => ({ ...parsedOption(parse, description, example), secret: true });

/** An option that is accepted for existing configuration files; `instead` is shown to users who set it. */
export const withoutEffect = <T>(option: Option<T>, instead: string): Option<T> => ({ ...option, instead });

/** `withoutEffect` of options that API clients read from the limits. */
export const FOR_CLIENTS = 'Other clients of the API read it from the limits.';

/** Comma-separated words. */
export const listOption = (fallback: readonly string[] | undefined, description: string) =>
  make<string[]>('list', fallback?.join(','), description);

/** Patterns (RE2) separated by commas; each must match a whole name, in any case. */
export const patternsOption = (fallback: readonly string[] | undefined, description: string) =>
  make<Pattern[]>('patterns', fallback?.join(','), description);

/** `name:label` pairs separated by commas; `\:` stands for a colon in a name. Names are kept in lower case. */
export const aliasesOption = (description: string) =>
  make<ReadonlyMap<string, string>>('aliases', undefined, description);

export const choiceOption = <const C extends readonly string[], F extends C[number] | undefined>(
  choices: C,
  fallback: F,
  description: string,
) => make<Fallback<C[number], F>>('choice', fallback, description, { choices });

/** Keys `<prefix>N_<member>`, with N from 1 to `most`. The value holds those of which any key is set, by number. */
export const numberedOption = <const O extends Options>(
  prefix: string,
  most: number,
  members: O,
  description: string,
  {
    lacks,
    ...rules
  }: { needs: keyof O & string; isUnique?: true; lacks?(values: OptionValues<O>): IdleKey | null },
): Option<GroupEntry<O>[]> => ({
  ...make('group', undefined, description),
  group: {
    members,
    prefix,
    most,
    ...rules,
    ...(lacks && { lacks: (_, values) => lacks(values as OptionValues<O>) }),
  },
});

/** Sections `[<prefix>NAME]`. The value holds those that set any key, in the order of the file. */
export const sectionsOption = <const O extends Options>(
  prefix: string,
  members: O,
  description: string,
  lacks?: (name: string, values: OptionValues<O>) => IdleKey | null,
): Option<GroupEntry<O>[]> => ({
  ...make('group', undefined, description),
  group: { members, prefix, most: null, ...(lacks && { lacks }) } as OptionGroup,
});

/** Declares the section `[<name>]` for settings of the plugin. The value holds one entry if the section sets any key. */
export const sectionOption = <const O extends Options>(
  name: string,
  members: O,
  description: string,
): Option<GroupEntry<O>[]> => ({
  ...make('group', undefined, description),
  group: { members, prefix: name, most: null, single: true },
});

/** Thresholds that user interfaces colour by and the agent does not judge: `<prefix>_careful` and so on. */
export const thresholdOptions = <P extends string>(
  prefix: P,
  limits: readonly [number, number, number],
  instead?: string,
) => {
  const [careful, warning, critical] = limits;
  const threshold = (limit: number, word: string) => ({
    ...numberOption(limit, `From this value on, ${prefix} is shown as ${word}.`),
    ...(instead !== undefined && { instead }),
  });
  return {
    [`${prefix}_careful`]: threshold(careful, 'careful'),
    [`${prefix}_warning`]: threshold(warning, 'warning'),
    [`${prefix}_critical`]: threshold(critical, 'critical'),
  } as Record<`${P}_${'careful' | 'warning' | 'critical'}`, Option<number>>;
};
