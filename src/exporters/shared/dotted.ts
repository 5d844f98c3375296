/** `plugin.item.field`: names for those who have no labels. */
import { numberOf, type Point } from '../../metrics/points.ts';

export interface Named {
  readonly name: string;
  readonly value: number;
}

/** Numbers only. @param word makes one word of a text */
export const namedValues = (points: readonly Point[], word: (text: string) => string): Named[] =>
  points.flatMap((point) => {
    const { plugin, key, item, fields } = point;
    const head = key === null ? word(plugin) : `${word(plugin)}.${word(item ?? '')}`;
    return fields.flatMap(([field, value]) => {
      const number = numberOf(point, field, value);
      return number === null ? [] : [{ name: `${head}.${word(field)}`, value: number }];
    });
  });
