/** Filter of a table, with a time limit: an expression may run forever, and no key would be read until then. */
import { createContext, Script } from 'node:vm';
import { type Filters, hasExpression, parseFilters, select } from '../../display/filter.ts';
import { t } from '../../display/language.ts';

export interface Filtered<T> {
  readonly rows: readonly T[];
  readonly filters: Filters;
  /** Why nothing matches, in words for the title; null: the filter can be used. */
  readonly problem: string | null;
}

export interface Filtering {
  apply<T extends object>(rows: readonly T[], filter: string): Filtered<T>;
}

/** Ten thousand processes take a tenth of it. */
const MOST_MS = 500;

export function createFiltering(mostMs = MOST_MS): Filtering {
  const withinTime = createTimeLimit(mostMs);
  /** It would take as long the next time. */
  let slow: string | null = null;
  return {
    apply(rows, filter) {
      const filters = parseFilters(filter);
      if (filters.invalid !== null) return { rows: [], filters, problem: t('not a regular expression') };
      if (!hasExpression(filters)) return { rows: select(rows, filters), filters, problem: null };
      const found = slow === filter ? null : withinTime(() => select(rows, filters));
      slow = found === null ? filter : null;
      return { rows: found ?? [], filters, problem: found === null ? t('takes too long') : null };
    },
  };
}

/** Runs what has no effects; null where it was stopped. A separate context is what V8 can stop. */
function createTimeLimit(timeout: number): <T>(work: () => T) => T | null {
  const box: { work: () => unknown } = { work: () => null };
  let context: object | undefined;
  return <T>(work: () => T): T | null => {
    context ??= createContext(box);
    box.work = work;
    try {
      return new Script('work()').runInContext(context, { timeout }) as T;
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
      throw error;
    }
  };
}
