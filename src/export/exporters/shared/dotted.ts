/** `plugin.item.field`: names for targets without labels. */
import { createHash } from 'node:crypto';
import { exportedNumber, type Point } from '../../metrics/points.ts';

export interface Named {
  readonly name: string;
  readonly value: number;
}

/** Numbers only. @param word turns a text into one word */
export function namedValues(points: readonly Point[], word: (text: string) => string): Named[] {
  const words = itemWords(points, word);
  return points.flatMap((point, index) => {
    const { plugin, key, fields } = point;
    const head = key === null ? word(plugin) : `${word(plugin)}.${words[index]}`;
    return fields.flatMap(([field, value]) => {
      const number = exportedNumber(point, field, value);
      return number === null ? [] : [{ name: `${head}.${word(field)}`, value: number }];
    });
  });
}

/**
 * Words of items by points. Items whose words collide (`/a/b` and `/a_b`) get the first digits of a hash. An item that contains `_`
 * and loses other characters always has them, so its word does not depend on other items; the rest keep the words known to
 * dashboards.
 */
export function itemWords(points: readonly Point[], word: (text: string) => string): string[] {
  const isAmbiguous = (item: string, own: string): boolean =>
    item.includes('_') && own.toLowerCase() !== item.toLowerCase();
  const takers = new Map<string, Set<string>>();
  const of = points.map(({ plugin, item }) => {
    const text = item ?? '';
    const own = word(text);
    const place = `${plugin} ${own}`;
    const isCertain = !isAmbiguous(text, own);
    if (isCertain) takers.set(place, (takers.get(place) ?? new Set()).add(text));
    return { text, own, place, isCertain };
  });
  return of.map(({ text, own, place, isCertain }) =>
    isCertain && takers.get(place)?.size === 1 ? own : `${own}-${digits(text)}`,
  );
}

const digits = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6);
