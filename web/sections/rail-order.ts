/** The order of the sections of the rail: those that hold something wrong first. */

/**
 * @param sections in their natural order, which those that are well keep
 * @param wrong names of plugins with something wrong, worst first
 */
export function railOrder<T extends { name: string }>(sections: readonly T[], wrong: readonly string[]): T[] {
  const place = ({ name }: T): number => {
    const index = wrong.indexOf(name);
    return index === -1 ? wrong.length : index;
  };
  return sections.toSorted((a, b) => place(a) - place(b));
}
