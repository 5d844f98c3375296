/** Helpers for tests of the page's tables. */
import type { Page } from 'playwright-core';
import type { Look, Snapshot } from '../support/page-browser.ts';

/** The text of a cell without a unit; plain ones have nothing else. */
export const textIn = (key: string): string =>
  `:is([data-column="${key}"].plain, [data-column="${key}"] .text)`;
/** The text of a column of the first rows. */
export const column = (page: Page, key: string, count = 5): Promise<string[]> =>
  page.$$eval(
    `.virtual-table .row ${textIn(key)}`,
    (cells, most) => cells.slice(0, most).map((cell) => cell.textContent ?? ''),
    count,
  );
export const firstIs = (page: Page, key: string, text: string): Promise<unknown> =>
  page.waitForSelector(`.virtual-table .rows > .row:first-child ${textIn(key)}:text-is("${text}")`);

export const listOf = (all: Snapshot): { pid: number; cpu_percent: number }[] =>
  all['processlist'] as { pid: number; cpu_percent: number }[];
export interface TableTools {
  /** The page of the file, once its table is there. */
  show(hash?: string): Promise<Page>;
  /** Another page, whose agent answers each poll with these processes. */
  told(processes: (all: Snapshot) => readonly object[], hash?: string, look?: Look): Promise<Page>;
}
