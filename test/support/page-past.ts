/** A past for recorded machines, whose two samples make no sparkline: the same at every run. */
import type { Page } from 'playwright-core';
import type { PluginHistory } from '../../src/history/routes/history-route.ts';

const POINTS = 160;
const STEP_MS = 2000;

/** Numbers from 0 to 1 that look random and are not (a linear congruential generator, Numerical Recipes' constants). */
function numbersOf(seed: string): () => number {
  let state = [...seed].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The past before `value`: wandering below it, at times far. */
function sparklineTo(value: number, name: string): number[] {
  const next = numbersOf(name);
  let level = 0;
  return Array.from({ length: POINTS }, () => {
    level = 0.85 * level + 0.4 * (next() - 0.5) + (next() > 0.97 ? 0.5 : 0);
    return value * (1 - Math.min(0.9, Math.abs(level)));
  });
}

function prolong({ times, series }: PluginHistory, scale: number): PluginHistory {
  const end = times.at(-1) ?? 0;
  return {
    times: Array.from({ length: POINTS }, (_, index) => end - (POINTS - 1 - index) * STEP_MS),
    series: Object.fromEntries(
      Object.entries(series).map(([name, values]) => {
        const value = values?.at(-1) ?? null;
        return [name, value === null ? null : sparklineTo(value * scale, name)];
      }),
    ),
  };
}

/** Serves a longer history than the agent's, `scale` times as busy as now. */
export async function givePast(page: Page, scale = 1): Promise<void> {
  await page.route(/\/api\/history\?/, async (route) => {
    const response = await route.fetch();
    const all = (await response.json()) as Record<string, PluginHistory>;
    const json = Object.fromEntries(
      Object.entries(all).map(([plugin, history]) => [plugin, prolong(history, scale)]),
    );
    await route.fulfill({ response, json });
  });
}
