/** Where the switcher leads. */
import type { Phrase } from '../../src/show/display/language.ts';

export interface Goal {
  /** Searched, too. */
  readonly kind: Phrase;
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  /** Other names. */
  readonly words?: string;
  run(): void;
}
