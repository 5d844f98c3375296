/** Marks matches in visible rows with the CSS Custom Highlight API, without changing them. */
import type { Places } from './filter-places.ts';

const NAME = 'filter-match';

const highlightsOf = (): HighlightRegistry | undefined =>
  (CSS as { highlights?: HighlightRegistry }).highlights;

/** Searched texts of the rows. */
export function searchedTexts(root: HTMLElement | null): Text[] {
  if (root === null || highlightsOf() === undefined) return [];
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.data !== '' && isSearched(node)) texts.push(node);
  }
  return texts;
}

/** @param places in the data of these texts; empty: no marks */
export function markPlaces(texts: readonly Text[], places: Places): void {
  const highlights = highlightsOf();
  if (places.length === 0) {
    highlights?.delete(NAME);
    return;
  }
  const ranges: Range[] = [];
  for (let at = 0; at < places.length; at += 3) {
    const [text = -1, from = 0, to = 0] = places.slice(at, at + 3);
    const node = texts[text];
    if (node === undefined || node.length < to) continue;
    const range = new Range();
    range.setStart(node, from);
    range.setEnd(node, to);
    ranges.push(range);
  }
  highlights?.set(NAME, new Highlight(...ranges));
}

const SEARCHED: ReadonlySet<string> = new Set(['command', 'image', 'name', 'pid', 'username']);

const isSearched = ({ parentElement }: Text): boolean =>
  SEARCHED.has(parentElement?.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? '');
