/**
 * Keeps a list's object if its members are the same, so components are not rendered again.
 * @param before previous value of a `computed`
 */
export const sameMembers = <T>(now: readonly T[], before: readonly T[] | undefined): readonly T[] =>
  before?.length === now.length && now.every((one, at) => Object.is(one, before[at])) ? before : now;
