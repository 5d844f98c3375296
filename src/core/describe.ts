/** Unit and description of a served key. */
import { fieldsOf, isTimed, type Plugin } from './plugin.ts';

export interface Description {
  unit: string | null;
  description: string;
}

const EXTREME = /^(.+)_(min|max|mean)$/;
const EXTREME_WORDS: Record<string, string> = {
  min: 'Smallest value since start',
  max: 'Largest value since start',
  mean: 'Mean over the history',
};

/** Null for keys that are not declared, and for the companions of counters. */
export function describe(plugin: Plugin, name: string): Description | null {
  const fields = fieldsOf(plugin);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field) return { unit: field.unit, description: field.description };
  if (name === 'time_since_update' && isTimed(plugin)) {
    return { unit: 'seconds', description: 'Time since the previous sample.' };
  }
  const [, base = '', kind = ''] = EXTREME.exec(name) ?? [];
  const extreme = Object.hasOwn(fields, base) ? fields[base] : undefined;
  if (extreme?.options.extremes !== true) return null;
  return { unit: extreme.unit, description: `${EXTREME_WORDS[kind]}. ${extreme.description}` };
}
