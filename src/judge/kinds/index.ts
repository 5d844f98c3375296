/** All alert kinds, in the order of the documentation. */
import { type AlertKind, keyOfKind } from '../../core/alert-kind.ts';
import { flagOption, type Options } from '../../core/options.ts';
import { containerDown } from './container-down.ts';
import { containerRestarting } from './container-restarting.ts';
import { containerUnhealthy } from './container-unhealthy.ts';
import { fsFull } from './fs-full.ts';

export const ALERT_KINDS: readonly AlertKind[] = [
  fsFull,
  containerDown,
  containerUnhealthy,
  containerRestarting,
];

/** The section `[alerts]`: a key that enables each kind, and its options. */
export const ALERT_OPTIONS: Options = Object.fromEntries(
  ALERT_KINDS.flatMap((kind) => [
    [keyOfKind(kind), flagOption(true, `${kind.name}: ${kind.description}`)],
    ...Object.entries(kind.options ?? {}),
  ]),
);
