/** Entries of the switcher, and which of them a text stands for. */

export type EntryKind = 'host' | 'section' | 'process' | 'setting';

export interface Entry {
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
const ORDER: readonly EntryKind[] = ['host', 'section', 'process', 'setting'];

/** Entries in which all words are, those whose title begins with the text first. Without a text there are no processes. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  const found = entries.filter(({ kind, title, hint }) => {
    if (words.length === 0) return kind !== 'process';
    const all = `${kind} ${title} ${hint}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const rank = ({ title, kind }: Entry): number => {
    const lower = title.toLowerCase();
    const place = lower.startsWith(first) ? 0 : lower.includes(first) ? 1 : 2;
    return place * ORDER.length + ORDER.indexOf(kind);
  };
  return found
    .map((entry) => ({ entry, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}
