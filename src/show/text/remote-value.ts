/** Checks untrusted values before they are printed. */
import type { Plugin } from '../../core/plugin.ts';

/** Objects within objects; what agents serve has three levels. */
const DEEPEST = 12;

/** True for values of the form that a plugin serves, whose keys may be others: the agent may be older or newer. */
export function fitsShape({ shape }: Plugin, value: unknown): boolean {
  if (!isShallow(value, DEEPEST)) return false;
  if (shape === 'list') return Array.isArray(value) && value.every(isObject);
  if (shape === 'object') return isObject(value);
  return value === null || typeof value !== 'object';
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1)));
