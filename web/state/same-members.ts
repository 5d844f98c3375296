/**
 * A list as it was, where it has the same members: components that show it need not be rendered again.
 * @param before the value of a `computed` until now
 */
export const sameMembers = <T>(now: readonly T[], before: readonly T[] | undefined): readonly T[] =>
  before?.length === now.length && now.every((one, at) => Object.is(one, before[at])) ? before : now;
