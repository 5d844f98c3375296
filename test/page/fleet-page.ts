/** Helpers for tests of the page of all servers. */
import type { Page } from 'playwright-core';
import { forThisTest } from '../support/for-this-test.ts';
import { type PageFleet, type PageFleetSetup, servePageFleet } from '../support/page-fleet.ts';
import type { useBrowser } from '../support/page-browser.ts';

/** Chromium's messages about ended connections. */
export const BROKEN = /INCOMPLETE_CHUNKED|ERR_(CONNECTION|EMPTY|SOCKET|FAILED)/;

export const ROW = '.fleet-table .row[data-status]';
export const names = (page: Page): Promise<string[]> =>
  page.$$eval(`${ROW} .name`, (all) => all.map((one) => one.textContent ?? ''));
export const cell = (page: Page, id: string, column: string): Promise<string | null> =>
  page.textContent(`.row[data-key="${id}"] [data-column="${column}"]`);
export const hash = (page: Page): string => decodeURIComponent(new URL(page.url()).hash);
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

export const serve = (setup: PageFleetSetup): Promise<PageFleet> => forThisTest(servePageFleet(setup));

export interface FleetTools {
  /** The fleet shared by the tests of a file. */
  readonly url: string;
  open: ReturnType<typeof useBrowser>;
  /** Opens that fleet, and waits for its list. */
  openFleet(visit?: Partial<Parameters<FleetTools['open']>[0]>, address?: string): Promise<Page>;
  /** The same in the page of the file, without another visit. */
  showFleet(address?: string): Promise<Page>;
}
