/** `plugin.item.field`: names for those who have no labels. */
import type { Point } from '../../metrics/points.ts';

export interface Named {
  readonly name: string;
  readonly value: number;
}

/** Numbers only. @param word makes one word of a text */
export const namedValues = (points: readonly Point[], word: (text: string) => string): Named[] =>
  points.flatMap(({ plugin, key, item, fields }) => {
    const head = key === null ? word(plugin) : `${word(plugin)}.${word(item ?? '')}`;
    return fields.flatMap(([field, value]) => {
      const number = typeof value === 'boolean' ? Number(value) : value;
      const isNumber = typeof number === 'number' && Number.isFinite(number);
      return isNumber ? [{ name: `${head}.${word(field)}`, value: number }] : [];
    });
  });
