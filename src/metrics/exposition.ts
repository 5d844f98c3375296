/** The body of `/metrics`, by profile. */
import { glancesPieces, type GlancesNames } from './glances.ts';
import type { Metrics } from './metrics.ts';
import type { Profile } from './options.ts';
import type { Point } from './points.ts';
import { type TextFormat, textPieces } from './text.ts';

export interface ExpositionSetup {
  metrics: Metrics;
  /** Values under the names of the profile glances. */
  points(): readonly Point[];
  glances: GlancesNames;
}

/** Text of some profiles, family by family. */
export function* expositionPieces(
  { metrics, points, glances }: ExpositionSetup,
  profiles: readonly Profile[],
  format: TextFormat,
): Generator<string> {
  if (profiles.includes('glances')) yield* glancesPieces(points(), glances);
  if (profiles.includes('gander')) yield* textPieces(metrics.collect(), format);
}

/** OpenMetrics forbids names that the other profiles have. */
export const formatsOf = (profiles: readonly Profile[]): readonly TextFormat[] =>
  profiles.every((profile) => profile === 'gander') ? ['text', 'openmetrics'] : ['text'];
