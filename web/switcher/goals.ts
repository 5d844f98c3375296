/** Search of the switcher. */
import { t } from '../../src/show/display/language.ts';
import type { Goal } from '../parts/goal.ts';

/** Listed only for a search: there are many. */
const MANY: ReadonlySet<string> = new Set(['container', 'unit', 'mount', 'process']);

/** Limit of shown goals. */
const MOST = 40;

/** If nothing else distinguishes them. What entries find comes between hosts and these. */
const ORDER = ['action', 'section', 'setting', 'container', 'mount', 'unit', 'process'];
const placeOf = (kind: string): number => (kind === 'host' ? 0 : ORDER.indexOf(kind) + 2);

/** Rank of a match: whole title, first words, beginning, other name, part, none. */
function nearness({ title, words: others = '' }: Goal, text: string, words: readonly string[]): number {
  const name = title.toLowerCase();
  if (name === text) return 0;
  if (name.startsWith(`${text} `)) return 1;
  if (name.startsWith(text)) return 2;
  if (words.every((word) => others.toLowerCase().includes(word))) return 3;
  return words.some((word) => name.includes(word)) ? 4 : 5;
}

/** Processes come after everything else: there are many, and any word is part of some. */
const LAST = 1000;

/** Goals that contain all words, best title match first. Few without a text. */
export function matching(goals: readonly Goal[], text: string): Goal[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = goals.filter(({ kind, title, hint, words: others = '' }) => {
    if (words.length === 0) return !MANY.has(kind);
    const all = `${kind} ${t(kind)} ${title} ${hint} ${others}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const rank = (goal: Goal): number =>
    nearness(goal, words.join(' '), words) * (ORDER.length + 2) +
    placeOf(goal.kind) +
    (goal.kind === 'process' ? LAST : 0);
  return found
    .map((goal) => ({ goal, rank: rank(goal) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ goal }) => goal);
}
