import type { ShownVerdict } from './series.ts';

/** All verdicts at a time, as clients draw them: by plugin, those without verdicts left out. */
export type LevelReport = Readonly<Record<string, readonly ShownVerdict[]>>;
