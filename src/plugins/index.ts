/** All plugins, sorted by name. Adding one is adding a line here. */
import type { Plugin } from '../core/plugin.ts';

export const plugins: readonly Plugin[] = [];
