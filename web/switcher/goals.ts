/** Search of the switcher. */
import type { Goal } from '../parts/goal.ts';

/** Listed only for a search: there are many. */
const MANY: ReadonlySet<string> = new Set(['container', 'unit', 'mount', 'process']);

/** Limit of shown goals. */
const MOST = 40;

/** If nothing else distinguishes them. What entries find comes between hosts and these. */
const ORDER = ['section', 'setting', 'container', 'mount', 'unit', 'process'];
const placeOf = (kind: string): number => (kind === 'host' ? 0 : ORDER.indexOf(kind) + 2);

/** Rank of a match: whole title, first words, beginning, part, none. */
function nearness(title: string, text: string, words: readonly string[]): number {
  if (title === text) return 0;
  if (title.startsWith(`${text} `)) return 1;
  if (title.startsWith(text)) return 2;
  return words.some((word) => title.includes(word)) ? 3 : 4;
}

/** Goals that contain all words, best title match first. Few without a text. */
export function matching(goals: readonly Goal[], text: string): Goal[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = goals.filter(({ kind, title, hint }) => {
    if (words.length === 0) return !MANY.has(kind);
    const all = `${kind} ${title} ${hint}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const rank = ({ title, kind }: Goal): number =>
    nearness(title.toLowerCase(), words.join(' '), words) * (ORDER.length + 2) + placeOf(kind);
  return found
    .map((goal) => ({ goal, rank: rank(goal) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ goal }) => goal);
}
