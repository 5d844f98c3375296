/** Which items of a list plugin are served, and under which label. */
import type { Phrase } from './phrase.ts';
import { type Said, say } from './said.ts';
import { aliasesOption, patternsOption } from './options.ts';
import type { Pattern } from './pattern.ts';

/** Options `show`, `hide` and `alias`, common to plugins whose items have names. */
export const nameFilterOptions = (hidden?: readonly string[]) => ({
  show: patternsOption(
    undefined,
    'Serve only items whose whole name, alias or device matches one of these; hide is then ignored.',
  ),
  hide: patternsOption(hidden, 'Leave out items whose whole name, alias or device matches one of these.'),
  alias: aliasesOption('Labels for items: name:label pairs.'),
});

/** Limit of cached results: names repeat with each sample, but containers bring new ones. */
const MOST_KEPT = 10_000;

export interface NameFilter {
  /** True when an item with one of these names is served. */
  serves(...names: string[]): boolean;
  /** Returns the configured label of a name, or null. */
  labelOf(name: string): string | null;
  /** Why no item is left, in words that name the option; null while one is, or where there are none to show. */
  whyEmpty(found: number, served: number, noun: Phrase): Said | null;
}

export function createNameFilter(options: {
  show: readonly Pattern[];
  hide: readonly Pattern[];
  alias: ReadonlyMap<string, string>;
}): NameFilter {
  const { show, hide, alias } = options;
  const labelOf = (name: string): string | null => alias.get(name.toLowerCase()) ?? null;
  const decide = (names: readonly string[]): boolean => {
    const all = names.flatMap((name) => [name, labelOf(name) ?? name]);
    const matches = (patterns: readonly Pattern[]) =>
      patterns.some((pattern) => all.some((name) => pattern.test(name)));
    return show.length > 0 ? matches(show) : !matches(hide);
  };
  const decided = new Map<string, boolean>();
  return {
    labelOf,
    whyEmpty(found, served, noun) {
      if (found === 0 || served > 0) return null;
      const values = { found, noun: say(noun) };
      return show.length > 0
        ? say('show matches none of the {found} {noun}', values)
        : say('hide leaves out all {found} {noun}', values);
    },
    serves(...names) {
      const key = names.join('\0');
      let isServed = decided.get(key);
      if (isServed === undefined) {
        if (decided.size === MOST_KEPT) decided.clear();
        isServed = decide(names);
        decided.set(key, isServed);
      }
      return isServed;
    },
  };
}
