/** The verdicts on what is shown, as clients and the agent itself have them. */
import type { ShownVerdict } from '../../judge/levels/series.ts';

export interface VerdictSource {
  /** Names of plugins with values that are judged. */
  plugins(): readonly string[];
  ofPlugin(plugin: string): readonly ShownVerdict[];
}
