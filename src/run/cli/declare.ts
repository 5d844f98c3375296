/** How a command-line option is declared. Parser, help, `/args` and documentation derive from these declarations. */

export const GROUPS = {
  modes: 'Modes',
  exporting: 'Exporting',
  sampling: 'Sampling',
  server: 'Web server',
  snmp: 'Hosts without an agent',
  settings: 'Settings and log',
  values: 'Display',
  terminal: 'Terminal',
  later: 'Accepted without effect',
} as const;

type HelpGroup = keyof typeof GROUPS;
type Value = string | number | boolean | null;

/** One option; its key in the table is its name in `/args`. `T` is the type of its value. */
export interface CliOption<T extends Value = Value> {
  readonly type: 'flag' | 'text' | 'integer' | 'number';
  /** Every form; the first long one is shown in the help. */
  readonly names: readonly string[];
  /** Forms that set a flag to false. */
  readonly offNames: readonly string[];
  /** Placeholder of the value in the help. */
  readonly argument?: string;
  readonly fallback: T;
  readonly group: HelpGroup;
  readonly description: string;
  /** Inclusive bounds of a number. */
  readonly range?: readonly [number, number];
  /** Allowed words. */
  readonly choices?: readonly string[];
  /** False keeps it out of `/args`. */
  readonly inArgs: boolean;
  /** For options accepted for compatibility without effect: a sentence that names the alternative. */
  readonly instead?: string;
}

interface Common {
  group: HelpGroup;
  inArgs?: false;
  instead?: string;
}

const make = <T extends Value>(
  type: CliOption['type'],
  names: string,
  fallback: T,
  description: string,
  { inArgs, ...rest }: Common & Partial<Pick<CliOption, 'argument' | 'choices' | 'range' | 'offNames'>>,
): CliOption<T> => ({
  type,
  names: names.split(' ').filter((name) => name !== ''),
  offNames: [],
  fallback,
  description,
  inArgs: inArgs ?? true,
  ...rest,
});

/** A switch that is off unless given. */
export const flag = (names: string, description: string, common: Common): CliOption<boolean> =>
  make<boolean>('flag', names, false, description, common);

/** A switch that is on unless one of `offNames` is given. */
export const onFlag = (
  { names = '', offNames }: { names?: string; offNames: string },
  description: string,
  common: Common,
): CliOption<boolean> =>
  make<boolean>('flag', names, true, description, { ...common, offNames: offNames.split(' ') });

/** A switch that the API shows as null unless given. */
export const nullFlag = (names: string, description: string, common: Common): CliOption<boolean | null> =>
  make<boolean | null>('flag', names, null, description, common);

export const text = <F extends string | null>(
  names: string,
  fallback: F,
  description: string,
  extra: Common & { argument: string; choices?: readonly string[] },
): CliOption<string | F> => make<string | F>('text', names, fallback, description, extra);

export const integer = <F extends number | null>(
  names: string,
  fallback: F,
  description: string,
  extra: Common & { argument: string; range: readonly [number, number] },
): CliOption<number | F> => make<number | F>('integer', names, fallback, description, extra);

/** A number, fractions allowed. */
export const decimal = (
  names: string,
  fallback: number,
  description: string,
  extra: Common & { argument: string; range: readonly [number, number] },
): CliOption<number> => make<number>('number', names, fallback, description, extra);
