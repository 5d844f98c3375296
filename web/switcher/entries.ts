/** Entries of the switcher and their search. */

export type EntryKind = 'host' | 'board' | 'section' | 'container' | 'unit' | 'mount' | 'process' | 'setting';

/** Listed only for a search: there are many. */
const MANY: ReadonlySet<EntryKind> = new Set(['container', 'unit', 'mount', 'process']);

export interface SwitcherEntry {
  readonly kind: EntryKind;
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  run(): void;
}

/** Limit of shown entries. */
const MOST = 40;
/** If nothing else distinguishes them. */
const ORDER: readonly EntryKind[] = [
  'host',
  'board',
  'section',
  'setting',
  'container',
  'mount',
  'unit',
  'process',
];

/** Rank of a match: whole title, first words, beginning, part, none. */
function nearness(title: string, text: string, words: readonly string[]): number {
  if (title === text) return 0;
  if (title.startsWith(`${text} `)) return 1;
  if (title.startsWith(text)) return 2;
  return words.some((word) => title.includes(word)) ? 3 : 4;
}

/** Entries that contain all words, best title match first. Few without a text. */
export function matching(entries: readonly SwitcherEntry[], text: string): SwitcherEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ kind, title, hint }) => {
    if (words.length === 0) return !MANY.has(kind);
    const all = `${kind} ${title} ${hint}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const rank = ({ title, kind }: SwitcherEntry): number =>
    nearness(title.toLowerCase(), words.join(' '), words) * ORDER.length + ORDER.indexOf(kind);
  return found
    .map((entry) => ({ entry, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}
