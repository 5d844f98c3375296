/** Entries of the switcher, and which of them a text stands for. */

export type EntryKind = 'host' | 'board' | 'section' | 'container' | 'unit' | 'mount' | 'process' | 'setting';

/** Found only by a text: there are many of them. */
const MANY: ReadonlySet<EntryKind> = new Set(['container', 'unit', 'mount', 'process']);

export interface SwitcherEntry {
  readonly kind: EntryKind;
  /** One of its kind. */
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  run(): void;
}

/** Entries that are shown. */
const MOST = 40;
/** Where nothing else tells them apart. */
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

/** How much of a title the text is: all of it, its first words, its beginning, a part of it, nothing. */
function nearness(title: string, text: string, words: readonly string[]): number {
  if (title === text) return 0;
  if (title.startsWith(`${text} `)) return 1;
  if (title.startsWith(text)) return 2;
  return words.some((word) => title.includes(word)) ? 3 : 4;
}

/** Entries in which all words are, those whose title is nearest to the text first. Without a text there are few. */
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
