/** Settings of the configuration file whose features this version does not have. */
import type { SectionValues } from '../config/typed.ts';

/** Settings that are read and do nothing, one sentence each. */
export const idleSettings = ({ outputs }: SectionValues): string[] =>
  outputs.enable_mcp ? ['[outputs] enable_mcp does nothing in this version.'] : [];
