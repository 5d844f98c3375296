/** Look of a cell, packed into a number: its meaning, not its colour on this terminal. */

/** Meanings that have a colour. Numbers are kept in cells. */
export const TONE = {
  text: 0,
  dim: 1,
  faint: 2,
  accent: 3,
  careful: 4,
  warning: 5,
  critical: 6,
  series: 7,
  second: 8,
  track: 9,
  /** Background of the selected row. */
  selection: 10,
  /** Background of headings. */
  heading: 11,
  /** Loads of cores, from idle to busy. */
  shade0: 12,
  shade1: 13,
  shade2: 14,
  shade3: 15,
  shade4: 16,
  shade5: 17,
  shade6: 18,
  shade7: 19,
} as const;

export type Tone = keyof typeof TONE;

const TONE_BITS = 6;
const BACKGROUND_SHIFT = TONE_BITS;
const TONE_MASK = (1 << TONE_BITS) - 1;
const BOLD = 1 << 12;
const UNDERLINE = 1 << 13;

export type Style = number;

interface Attributes {
  bold?: boolean;
  underline?: boolean;
  /** Default: that of the terminal. */
  on?: Tone;
}

export const styleOf = (tone: Tone, { bold, underline, on }: Attributes = {}): Style =>
  TONE[tone] |
  // Zero means no background: the tone of text is never one.
  ((on === undefined ? 0 : TONE[on]) << BACKGROUND_SHIFT) |
  (bold ? BOLD : 0) |
  (underline ? UNDERLINE : 0);

/** Returns the look on another background, unless it has one. */
export const onBackground = (style: Style, on: Tone): Style =>
  (style >> BACKGROUND_SHIFT) & TONE_MASK ? style : style | (TONE[on] << BACKGROUND_SHIFT);

const NAMES = Object.keys(TONE) as Tone[];

export interface Look {
  readonly tone: Tone;
  readonly on: Tone | null;
  readonly bold: boolean;
  readonly underline: boolean;
}

export function lookOf(style: Style): Look {
  const on = (style >> BACKGROUND_SHIFT) & TONE_MASK;
  return {
    tone: NAMES[style & TONE_MASK] ?? 'text',
    on: on === 0 ? null : (NAMES[on] ?? null),
    bold: (style & BOLD) !== 0,
    underline: (style & UNDERLINE) !== 0,
  };
}
