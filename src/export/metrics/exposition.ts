/** The body of `/metrics`, by profile. */
import { glancesPieces, type GlancesNames } from './glances.ts';
import type { Metrics } from './metrics.ts';
import type { Profile } from './options.ts';
import type { Point } from './points.ts';
import { type Family, labelSet } from './family.ts';
import { OPENMETRICS_END, type TextFormat, textPieces } from './text.ts';

export interface ExpositionSetup {
  metrics: Metrics;
  /** Values with the names of the profile glances. */
  points(): readonly Point[];
  glances: GlancesNames;
}

/**
 * Text of profiles, family by family.
 * @param most characters; excess families are left out and counted
 */
export function* expositionPieces(
  setup: ExpositionSetup,
  chosen: Chosen,
  most = MOST_CHARACTERS,
): Generator<string> {
  let room = most;
  let left = 0;
  for (const piece of profilePieces(setup, chosen)) {
    if (piece.length <= room) {
      room -= piece.length;
      yield piece;
    } else left += 1;
  }
  if (left > 0) yield* textPieces([truncated(left)], chosen.format);
  if (chosen.format === 'openmetrics') yield OPENMETRICS_END;
}

/** Scrapers reject longer replies, or fail. */
const MOST_CHARACTERS = 16 * 2 ** 20;

const truncated = (left: number): Family => ({
  name: 'gander_metrics_truncated',
  type: 'gauge',
  unit: null,
  help: 'Families, or collectors of the profile node, that were left out: the answer would be larger than 16 MiB.',
  time: 0,
  samples: [{ labels: labelSet([]), value: left }],
});

/** Which profiles, and their settings. */
export interface Chosen {
  readonly profiles: readonly Profile[];
  readonly format: TextFormat;
  /** Text of the profile node. */
  readonly node: readonly string[];
}

function* profilePieces(
  { metrics, points, glances }: ExpositionSetup,
  { profiles, format, node }: Chosen,
): Generator<string> {
  if (profiles.includes('glances')) yield* glancesPieces(points(), glances);
  if (profiles.includes('node')) {
    yield* node;
    // The profile gander shows this process under the same names.
    if (!profiles.includes('gander')) yield* textPieces(metrics.own(), format);
  }
  if (profiles.includes('gander')) yield* textPieces(metrics.families(), format);
}

/** OpenMetrics forbids names that the other profiles have. */
export const formatsOf = (profiles: readonly Profile[]): readonly TextFormat[] =>
  profiles.every((profile) => profile === 'gander') ? ['text', 'openmetrics'] : ['text'];
