import { SECTION_ORDER, SHOWN_ELSEWHERE } from '../../src/show/display/section-names.ts';

const KNOWN: ReadonlySet<string> = new Set([...SECTION_ORDER, ...SHOWN_ELSEWHERE]);

/** Plugins with their own presentation, or none. Others are shown by their declaration. */
export const isKnown = (plugin: string): boolean => KNOWN.has(plugin);
