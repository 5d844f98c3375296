/** Logs a browser in by one request, for tests about something else than the form. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD, USER } from './guarded-api.ts';

/** @param url of the page, whose agent has the password of the tests */
export async function beginSession(page: Page, url: string): Promise<void> {
  const data = { username: USER, password: PASSWORD };
  const answer = await page.request.post(`${url}api/session`, { data });
  expect(answer.status()).toBe(200);
}
