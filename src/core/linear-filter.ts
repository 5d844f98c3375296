/** Process filters of the configuration and the command line, with patterns of RE2. */
import { orNull } from './or-null.ts';
import { wholePattern } from './pattern.ts';
import { matchesFilter, parseFilter, type ProcessFilter } from './process-filter.ts';

/** Reads one filter. Throws `OptionError`. */
export const linearFilter = (text: string): ProcessFilter =>
  parseFilter(text, (source) => wholePattern(source, 's'));

/** A test for the processes that match one of the filters; none matches an empty list, or an expression that is none. */
export function filterProcesses(texts: readonly string[]): (item: object) => boolean {
  const filters = texts.flatMap((text) => orNull(() => linearFilter(text)) ?? []);
  return (item) => filters.some((filter) => matchesFilter(filter, item));
}
