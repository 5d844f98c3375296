/** Colours, where they are wanted. */

export interface Style {
  readonly colours: boolean;
  /** Only ASCII characters when false. */
  readonly unicode: boolean;
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
export type Paint = keyof typeof CODES;

/** Colours only on a terminal, and not when NO_COLOR (https://no-color.org) is set. */
export const styleOf = (
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
  unicode: boolean,
): Style => ({ colours: isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb', unicode });

export const paint = ({ colours }: Style, name: Paint, text: string): string =>
  colours ? `\u001b[${CODES[name]}m${text}\u001b[0m` : text;
