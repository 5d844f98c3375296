/** Texts of page and terminal. Sources contain the English text, which is the key of all catalogues (`src/core/languages/`). */
import type german from './languages/de.json';

/** An English text that all catalogues have. Another one does not compile: it is added to them first. */
export type Phrase = keyof typeof german;
