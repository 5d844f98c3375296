/** The body of `/metrics`, by profile. */
import { glancesPieces, type GlancesNames } from './glances.ts';
import type { Metrics } from './metrics.ts';
import type { Profile } from './options.ts';
import type { Point } from './points.ts';
import { type Heads, type TextFormat, textPieces } from './text.ts';

export interface ExpositionSetup {
  metrics: Metrics;
  /** Values under the names of the profile glances. */
  points(): readonly Point[];
  glances: GlancesNames;
  heads: Readonly<Record<TextFormat, Heads>>;
}

/**
 * Text of some profiles, family by family.
 * @param node what the host says for the profile node
 */
export function* expositionPieces(
  { metrics, points, glances, heads }: ExpositionSetup,
  { profiles, format, node }: { profiles: readonly Profile[]; format: TextFormat; node: readonly string[] },
): Generator<string> {
  if (profiles.includes('glances')) yield* glancesPieces(points(), glances);
  if (profiles.includes('node')) {
    yield* node;
    // The profile gander shows this process under the same names.
    if (!profiles.includes('gander')) yield* textPieces(metrics.own(), format, heads[format]);
  }
  if (profiles.includes('gander')) yield* textPieces(metrics.families(), format, heads[format]);
}

/** OpenMetrics forbids names that the other profiles have. */
export const formatsOf = (profiles: readonly Profile[]): readonly TextFormat[] =>
  profiles.every((profile) => profile === 'gander') ? ['text', 'openmetrics'] : ['text'];
