/** Marks what the filter has found in the rows in sight, by the browser's own highlights: the rows stay as they are. */

const NAME = 'filter-match';
/** Rows in sight have a few hundred; a short word in long command lines could have thousands. */
const MOST = 500;

/** @param pattern global; null marks nothing */
export function markMatches(root: HTMLElement | null, pattern: RegExp | null): void {
  const { highlights } = CSS as { highlights?: HighlightRegistry };
  if (highlights === undefined) return;
  if (root === null || pattern === null) {
    highlights.delete(NAME);
    return;
  }
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && ranges.length < MOST) {
    const node = texts.currentNode as Text;
    if (!isSearched(node)) continue;
    for (const { index, 0: found } of node.data.matchAll(pattern)) {
      if (found === '') continue;
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + found.length);
      ranges.push(range);
    }
  }
  highlights.set(NAME, new Highlight(...ranges));
}

const SEARCHED: ReadonlySet<string> = new Set(['command', 'image', 'name', 'pid', 'username']);

const isSearched = ({ parentElement }: Text): boolean =>
  SEARCHED.has(parentElement?.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? '');
