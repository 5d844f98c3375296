/** Comparison of an agent's values with independent readings of the same machine. */
import { expect } from 'vitest';
import type { LiveAgent } from './live-agent.ts';

export const MB = 1024 * 1024;
/** Longest wait for results of the next samples, which may be late on a busy machine. */
export const PATIENCE = { timeout: 60_000, interval: 100 };

export interface Agreement {
  readonly agent: LiveAgent;
  readonly folder: { readonly path: string };
  /** The agent's value with a reading before and one after it. */
  around<T, R>(plugin: string, read: () => R): Promise<{ before: R; value: T; after: R }>;
}

export function expectBetween(value: number, one: number, other: number, slack: number, what: string): void {
  expect(value, what).toBeGreaterThanOrEqual(Math.min(one, other) - slack);
  expect(value, what).toBeLessThanOrEqual(Math.max(one, other) + slack);
}

/** Rows of a table without header, split at blanks; the last column may contain blanks. */
export const rows = (text: string, columns: number): string[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const words = line.trim().split(/ +/);
      return [...words.slice(0, columns - 1), words.slice(columns - 1).join(' ')];
    });
