/** Parts of every screen: a table with a cursor, overlays, a line for questions and messages. */
import type { ServedMember } from '../../../core/served.ts';
import { type Kind, show, showText, type UnitChoice } from '../../display/units.ts';
import type { FormattedValue } from '../../display/digits.ts';
import type { GlyphSet } from '../screen/glyph-set.ts';
import type { Box, Region } from '../screen/region.ts';
import type { Filtering } from './filtering.ts';
import type { KeptRows } from './kept-rows.ts';

/** A line that is being typed. */
export interface Prompt {
  readonly label: string;
  text: string;
  /** Is not shown. */
  readonly isSecret?: true;
  /** With every change; the text may be half of what is meant. */
  onChange?(text: string): void;
  onDone(text: string): void;
  onCancel?(): void;
}

/** A question that a key answers. */
export interface Question {
  readonly text: string;
  /** By key; any other key means no. */
  readonly answers: Readonly<Record<string, () => void>>;
}

export interface SurfaceView {
  /** Column key; null: the standard order of the table. */
  sort: string | null;
  isReversed: boolean;
  filter: string;
  /** Row under the cursor, from the first of the table. */
  selected: number;
  /** First row that is shown. */
  top: number;
  /** Key of the row that the cursor stays with; null: it stays in its place. */
  followed: string | null;
  overlay: 'none' | 'help' | 'alerts' | 'why';
  /** First line of the overlay. */
  overlayTop: number;
  prompt: Prompt | null;
  question: Question | null;
  /** Latest message, until the next key. */
  message: string;
}

export const newSurfaceView = (): SurfaceView => ({
  sort: null,
  isReversed: false,
  filter: '',
  selected: 0,
  top: 0,
  followed: null,
  overlay: 'none',
  overlayTop: 0,
  prompt: null,
  question: null,
  message: '',
});

/** A place that does something when it is clicked. */
interface ClickTarget extends Box {
  onPress(x: number, y: number): void;
}

export interface Surface {
  readonly view: SurfaceView;
  readonly glyphs: GlyphSet;
  readonly settings: { readonly hasCursor: boolean };
  readonly kept: KeptRows;
  readonly filtering: Filtering;
  /** Of the screen that was drawn last. */
  targets: ClickTarget[];
}

/** Makes a region do something when it is clicked. */
export function onPress({ targets }: Surface, region: Region, action: ClickTarget['onPress']): void {
  const { x, y, width, height } = region;
  targets.push({ x, y, width, height, onPress: action });
}

/** Ways to write values, with the characters that the terminal has. */
export interface Writer {
  show(value: ServedMember, kind: Kind): FormattedValue;
  text(value: ServedMember, kind: Kind): string;
}

/** @param units the choice of the reader, which may change */
export const createWriter = (units: UnitChoice, glyphs: GlyphSet): Writer => ({
  show: (value, kind) => terminalValue(show(value, kind, units), glyphs),
  text: (value, kind) => terminalText(showText(value, kind, units), glyphs),
});

export const terminalText = (text: string, { isUnicode, dash }: GlyphSet): string =>
  isUnicode ? text : text.replaceAll('–', dash).replaceAll('µ', 'u').replaceAll('°', '').replaceAll('…', '~');

export const terminalValue = (shown: FormattedValue, glyphs: GlyphSet): FormattedValue =>
  glyphs.isUnicode
    ? shown
    : { digits: terminalText(shown.digits, glyphs), unit: terminalText(shown.unit, glyphs) };
