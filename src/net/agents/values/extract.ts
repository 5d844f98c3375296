/** Takes the values of columns out of untrusted answers. Pure. */
import type { ServedMember, Scalar } from '../../../core/served.ts';
import type { Column } from '../../../core/columns.ts';
import { memberOf } from '../../../core/members.ts';

/** One value as a server gave it. */
export interface Answered {
  readonly value: Scalar;
  /** `DEFAULT`, or a level that may end in `_LOG`. */
  readonly decoration: string;
  /** Since the poll before, where the server tells it. */
  readonly span?: SampleSpan;
}

/** Of the samples in a time. */
export interface SampleSpan {
  readonly avg: number;
  readonly min: number;
  readonly max: number;
}

const LONGEST_TEXT = 256;
const DECORATION = /^[A-Z]{2,16}(_LOG)?$/;
export const NO_DECORATION = 'DEFAULT';

/**
 * @param stats a plugin's object, or a list of items that name their identity in `key`
 * @param views by field, for lists by identity and field; undefined: not requested
 */
export function extractValue(
  { field, item }: Column,
  stats: ServedMember,
  views: ServedMember,
): Answered | null {
  const source = item === null ? stats : itemNamed(stats, item);
  const value = scalarOf(memberOf(source, field));
  if (value === undefined) return null;
  const own = item === null ? views : memberOf(views, item);
  return { value, decoration: checkedDecoration(memberOf(memberOf(own, field), 'decoration')) };
}

const itemNamed = (stats: ServedMember, identity: string): object | undefined =>
  Array.isArray(stats)
    ? stats.find((item: object) => {
        const key = memberOf(item, 'key');
        const own = typeof key === 'string' ? memberOf(item, key) : undefined;
        return (typeof own === 'string' || typeof own === 'number') && String(own) === identity;
      })
    : undefined;

/** Undefined for what is no single value. Texts are cut, and hold no control characters. */
export function scalarOf(value: ServedMember): Scalar | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return safeText(value);
  return value === null || typeof value === 'boolean' ? value : undefined;
}

export const checkedDecoration = (value: ServedMember): string =>
  typeof value === 'string' && DECORATION.test(value) ? value : NO_DECORATION;

/** One line of bounded length, without characters that draw nothing or turn what follows around. */
export const safeText = (text: string): string =>
  text.slice(0, LONGEST_TEXT).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ');
