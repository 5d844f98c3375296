/**
 * A row and its cells as elements, updated without a component: of 36 rows with 13 cells a few texts change per update, and finding
 * them by a template cost more than the rest of a row.
 */
import { type Directive, h, render } from 'vue';
import LevelMark from '../parts/LevelMark.vue';
import type { Level } from '../../src/show/display/levels.ts';
import type { Cell, Cells } from './cells.ts';
import type { ChartLink } from './column.ts';
import type { Row } from './hold.ts';

/** Texts of a cell in order; empty ones except the main text have no element. */
const TEXTS = ['lead', 'text', 'unit', 'tail', 'why', 'sub'] as const;

/** Element of a cell and its text nodes, which are reused: changing text is cheaper than replacing nodes. */
interface CellView {
  readonly element: HTMLElement;
  texts: Partial<Record<(typeof TEXTS)[number], Text>>;
}

function element(tag: string, name: string, ...children: Node[]): HTMLElement {
  const made = document.createElement(tag);
  if (name !== '') made.className = name;
  for (const child of children) made.appendChild(child);
  return made;
}

const marks = new Map<Level, Element>();
/** Shape of a level, created once and cloned. */
function markOf(level: Level): Node {
  const known = marks.get(level);
  if (known !== undefined) return known.cloneNode(true);
  const parent = document.createElement('div');
  render(h(LevelMark, { level }), parent);
  const [mark = parent] = parent.children;
  marks.set(level, mark);
  return mark.cloneNode(true);
}

/** Text that links to its chart; with the keyboard, in the row's details. */
function linkOf({ address, name }: ChartLink, text: Text): HTMLElement {
  const link = document.createElement('a');
  link.className = 'text chart-link';
  link.href = address;
  link.tabIndex = -1;
  link.addEventListener('click', (event) => event.stopPropagation());
  link.title = name;
  link.appendChild(text);
  return link;
}

function fill(view: CellView, { level, lead, text, unit, tail, why, sub, isPlain, chart }: Cell): void {
  const { element: at } = view;
  at.textContent = '';
  const own = new Text(text);
  const texts: CellView['texts'] = { text: own };
  const line = isPlain ? at : at.appendChild(element('span', 'line'));
  if (level !== null) line.appendChild(markOf(level));
  if (lead !== '') line.appendChild(element('span', 'soft', (texts.lead = new Text(lead))));
  line.appendChild(isPlain ? own : chart === null ? element('bdi', 'text', own) : linkOf(chart, own));
  if (unit !== '') line.appendChild(element('span', 'unit', (texts.unit = new Text(unit))));
  if (tail !== '')
    line.appendChild(
      element('span', 'soft', new Text('\u00A0'), element('bdi', '', (texts.tail = new Text(tail)))),
    );
  if (why !== '') at.appendChild(element('span', 'unseen', new Text(', '), (texts.why = new Text(why))));
  if (sub !== '')
    at.appendChild(element('span', 'line sub', element('bdi', '', (texts.sub = new Text(sub)))));
  view.texts = texts;
}

function setTitle({ element: at }: CellView, title: string | undefined): void {
  if (title === undefined) at.removeAttribute('title');
  else at.title = title;
}
const setBar = ({ element: at }: CellView, bar: number): void => at.style.setProperty('--share', `${bar}%`);

const empty = document.createElement('div');
empty.setAttribute('role', 'gridcell');

function viewOf(cell: Cell): CellView {
  const view: CellView = { element: empty.cloneNode() as HTMLElement, texts: {} };
  view.element.className = cell.classes;
  view.element.setAttribute('data-column', cell.key);
  if (cell.title !== undefined) setTitle(view, cell.title);
  if (cell.bar !== null) setBar(view, cell.bar);
  fill(view, cell);
  return view;
}

/** True if both consist of the same elements. */
const isAlike = (a: Cell, b: Cell): boolean =>
  a.isPlain === b.isPlain &&
  a.level === b.level &&
  a.chart?.address === b.chart?.address &&
  TEXTS.every((name) => name === 'text' || (a[name] === '') === (b[name] === ''));

function change(view: CellView, cell: Cell, before: Cell): void {
  if (cell.classes !== before.classes) view.element.className = cell.classes;
  if (cell.title !== before.title) setTitle(view, cell.title);
  if (cell.bar !== null && cell.bar !== before.bar) setBar(view, cell.bar);
  if (!isAlike(cell, before)) fill(view, cell);
  else for (const name of TEXTS) if (cell[name] !== before[name]) view.texts[name]!.data = cell[name];
}

const isOfSameColumns = (a: readonly Cell[], b: readonly Cell[]): boolean =>
  a.length === b.length &&
  a.every(({ key, bar }, at) => key === b[at]?.key && (bar === null) === (b[at].bar === null));

const viewsOf = new WeakMap<HTMLElement, readonly CellView[]>();
function setCells(row: HTMLElement, { list }: Cells, before: Cells | undefined): void {
  const views = viewsOf.get(row);
  if (views === undefined || before === undefined || !isOfSameColumns(list, before.list)) {
    const made = list.map(viewOf);
    viewsOf.set(row, made);
    row.replaceChildren(...made.map(({ element: at }) => at));
  } else
    views.forEach((view, at) => {
      if (list[at] !== before.list[at]) change(view, list[at]!, before.list[at]!);
    });
}

/** Content of a row; unchanged cells are the same object. */
export interface RowLook {
  readonly id: string;
  readonly rowKey: string | number;
  /** Index among all rows. */
  readonly index: number;
  readonly cells: Cells;
  readonly isGone: boolean;
  /** The row selected by keyboard. */
  readonly isCurrent: boolean;
  /** True if its details are open; null: it has none. */
  readonly isOpen: boolean | null;
}

export interface ShownRow<T> extends RowLook {
  readonly elementKey: string | number;
  readonly row: Row<T>;
}

/** Reasons of its cells' levels, for keyboard users, who see no tooltips. */
function setReasons(row: HTMLElement, { cells, isCurrent }: RowLook): void {
  const reasons = isCurrent ? cells.list.flatMap(({ why }) => why || []) : [];
  if (reasons.length > 0) row.setAttribute('data-why', reasons.join(' · '));
  else row.removeAttribute('data-why');
}

function setRow(row: HTMLElement, now: RowLook, before: Partial<RowLook>): void {
  if (now.cells !== before.cells) setCells(row, now.cells, before.cells);
  if (now.isCurrent || before.isCurrent === true) setReasons(row, now);
  if (now.rowKey !== before.rowKey) row.setAttribute('data-key', `${now.rowKey}`);
  if (now.index !== before.index) {
    row.id = now.id;
    row.setAttribute('data-index', `${now.index}`);
    row.setAttribute('aria-rowindex', `${now.index + 2}`);
  }
  if (now.isOpen !== before.isOpen) {
    row.setAttribute('aria-selected', `${now.isOpen === true}`);
    if (now.isOpen !== null) row.setAttribute('aria-expanded', `${now.isOpen}`);
  }
  const classes = `columns row${now.isOpen === true ? ' open' : ''}${now.isCurrent ? ' current' : ''}${now.isGone ? ' gone' : ''}`;
  if (row.className !== classes) row.className = classes;
}

/** `v-row`: renders a row in its element, which must have no other children or classes. */
export const vRow: Directive<HTMLElement, RowLook> = {
  created: (row, { value }) => setRow(row, value, {}),
  beforeUpdate(row, { value, oldValue }) {
    if (value !== oldValue) setRow(row, value, oldValue ?? {});
  },
};
