import { SECTION_ORDER, SHOWN_ELSEWHERE } from '../../src/show/display/section-names.ts';

/** The page draws it by its declaration, although the terminal has a section for it. */
const DECLARED = 'pressure';

const KNOWN: ReadonlySet<string> = new Set([...SECTION_ORDER, ...SHOWN_ELSEWHERE]);

/** Plugins with their own presentation, or none. Others are shown by their declaration. */
export const isKnown = (plugin: string): boolean => plugin !== DECLARED && KNOWN.has(plugin);
