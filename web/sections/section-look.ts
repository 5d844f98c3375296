/** Appearance of a section on the page, beside its list that the terminal draws, too. */
import type { SectionSource } from '../../src/show/display/section-list.ts';

export interface SectionLook<L> {
  /** On the line of the heading. */
  essential(lines: readonly L[], source: SectionSource): string | readonly [name: string, text: string];
  /** Folded unless it has alerts. */
  isQuiet?: true;
  /** Columns have visible headings. */
  isHeaded?: true;
  /** Names are paths. */
  isPath?: true;
  /** Each line stands on a bar of its first number; false: without thresholds. */
  bar?(line: L): boolean;
  /** Classes of columns. */
  widths?: readonly string[];
  /** Fields of the line that shows the last minutes. */
  trend?(source: SectionSource): readonly [field: string, opposite?: string];
  /** Lines of the tooltip. */
  about?(line: L, source: SectionSource): readonly string[];
  /** Lines at first; others on demand. */
  most?: number;
  /** Lines that are worth showing at first. @param seen those that were before */
  worth?(lines: readonly L[], seen: ReadonlySet<string>): Iterable<string>;
  /** Lines stay in their places until another rate is much higher. */
  rate?(line: L): number;
  /** Pairs of a name and a value in place of a table. */
  isPairs?: true;
  /** Has a log to open. */
  hasLogs?(line: L): boolean;
}
