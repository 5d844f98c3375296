import type { ShownVerdict } from './series.ts';

/** All current verdicts in the form for clients: by plugin; plugins without verdicts are omitted. */
export type LevelReport = Readonly<Record<string, readonly ShownVerdict[]>>;
