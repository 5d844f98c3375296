/** The verdicts of a snapshot, for clients and the agent. */
import type { ShownVerdict } from '../../measure/levels/series.ts';

export interface VerdictSource {
  /** Plugins with judged values. */
  plugins(): readonly string[];
  ofPlugin(plugin: string): readonly ShownVerdict[];
}
