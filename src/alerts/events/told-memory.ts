/** Where the states of targets are kept: with their alerts. */
import type { TargetState } from '../../core/alert-policy.ts';
import { NOTHING_TOLD } from './told.ts';

/** By key of the alert's record and name of the target. */
export interface ToldMemory {
  has(subject: string): boolean;
  get(subject: string, target: string): TargetState;
  set(subject: string, target: string, state: TargetState): void;
  /** State of a target by alert: the last notice, and pending ones. */
  all(target: string): readonly (readonly [subject: string, state: TargetState])[];
  /** Resolves once the states of an alert's targets are on disk, or cannot be. */
  saved(subject: string): Promise<void>;
  /** Forgets all other targets. */
  retain(targets: ReadonlySet<string>): void;
}

/** Joins the alerts of this machine with those of servers. */
export function joinedMemory(parts: readonly ToldMemory[]): ToldMemory {
  const of = (subject: string): ToldMemory | undefined => parts.find(({ has }) => has(subject));
  return {
    has: (subject) => of(subject) !== undefined,
    get: (subject, target) => of(subject)?.get(subject, target) ?? NOTHING_TOLD,
    set: (subject, target, state) => of(subject)?.set(subject, target, state),
    all: (target) => parts.flatMap(({ all }) => all(target)),
    saved: async (subject) => of(subject)?.saved(subject),
    retain: (targets) => parts.forEach(({ retain }) => retain(targets)),
  };
}
