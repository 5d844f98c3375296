/** All engines, in the order of precedence for names that several of them use. Adding one is adding a line here. */
import type { CreateEngine } from './engine.ts';

export const ENGINES: readonly CreateEngine[] = [];
