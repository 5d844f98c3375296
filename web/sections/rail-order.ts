/** Order of the rail: sections with alerts first. */

/**
 * @param sections in default order, kept by sections without alerts
 * @param wrong plugins with alerts, worst first
 */
export function railOrder<T extends { name: string }>(sections: readonly T[], wrong: readonly string[]): T[] {
  const place = ({ name }: T): number => {
    const index = wrong.indexOf(name);
    return index === -1 ? wrong.length : index;
  };
  return sections.toSorted((a, b) => place(a) - place(b));
}
