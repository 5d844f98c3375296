/** Finds the ongoing parent of an alert, as declared by its kind. */
import type { FailureRule } from '../../core/failure-rule.ts';
import type { EventFinding, SavedEvent } from '../../core/event.ts';

export type FindParent = (finding: EventFinding | null | undefined) => SavedEvent | null;

/** @param ongoing ongoing events */
export function parentFinder(
  failureRules: readonly FailureRule[],
  ongoing: () => readonly SavedEvent[],
): FindParent {
  const parents = new Map(
    failureRules.flatMap(({ name, parents }) => (parents ? [[name, parents] as const] : [])),
  );
  const known = new Map(
    failureRules.flatMap(({ name, knownAs }) => (knownAs ? [[name, knownAs] as const] : [])),
  );
  return (finding) => {
    const own = finding && parents.get(finding.kind);
    if (!own) return null;
    const isParent = (saved: SavedEvent): boolean => {
      const kind = saved.finding?.kind ?? '';
      const [key, as] = [own[kind], known.get(kind)];
      const name = as === undefined ? saved.identity : (saved.finding?.details[as] ?? null);
      return key !== undefined && name !== null && finding.details[key] === name;
    };
    return ongoing().find(isParent) ?? null;
  };
}
