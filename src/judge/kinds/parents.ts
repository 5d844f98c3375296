/** The ongoing alert that explains another one, as its kind declares it. */
import type { AlertKind } from '../../core/alert-kind.ts';
import type { EventFinding, SavedEvent } from '../../core/event.ts';

export type FindParent = (finding: EventFinding | null | undefined) => SavedEvent | null;

/** @param ongoing events that last */
export function parentFinder(kinds: readonly AlertKind[], ongoing: () => readonly SavedEvent[]): FindParent {
  const parents = new Map(kinds.flatMap(({ name, parents }) => (parents ? [[name, parents] as const] : [])));
  return (finding) => {
    const own = finding && parents.get(finding.kind);
    if (!own) return null;
    const isParent = (saved: SavedEvent): boolean => {
      const key = own[saved.finding?.kind ?? ''];
      return key !== undefined && saved.identity !== null && finding.details[key] === saved.identity;
    };
    return ongoing().find(isParent) ?? null;
  };
}
