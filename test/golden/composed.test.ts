/** Composed machines: the oracle of plausibility judges what all plugins serve of them, and what differs from the base is kept. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { plugins } from '../../src/measure/plugins/index.ts';
import { isInThisRun } from '../support/full-run.ts';
import { playPlausibly } from '../support/plausible-machines.ts';
import { BASE, composedHosts, hostSteps } from '../support/recorded-hosts.ts';
import type { StepResult } from '../support/step-plugin.ts';

/** `npm run golden:update` rewrites the files. */
const folder = join(import.meta.dirname, 'hosts');
const isUpdate = process.env['GOLDEN_UPDATE'] === '1';
/** Those that say something about the agent, or repeat others. */
const LEFT_OUT = new Set(['alert', 'help', 'libversion', 'now', 'percpu', 'programlist', 'version']);
/** Items of a list that are kept: further ones are like those before. */
const MOST = 8;

type Observed = Map<string, StepResult>;

/** What each plugin serves after the last step, once it has been judged. */
async function observe(name: string): Promise<Observed> {
  const machine = { steps: [...hostSteps(name)], sections: {} };
  const observed: Observed = new Map();
  const faults: string[] = [];
  for (const plugin of plugins) {
    const played = await playPlausibly(plugin, machine);
    faults.push(...played.faults);
    expect(played.observed).toBe(machine.steps.length);
    if (played.last !== undefined && !LEFT_OUT.has(plugin.name)) observed.set(plugin.name, played.last);
  }
  expect(faults).toEqual([]);
  return observed;
}

/** Members of an object that are others than in the base, or the whole list. */
function differing(value: unknown, base: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST);
  if (typeof value !== 'object' || value === null || typeof base !== 'object' || base === null) return value;
  const before = base as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(value).filter(
      ([member, one]) => !LEFT_OUT.has(member) && !isDeepStrictEqual(one, before[member]),
    ),
  );
}

/** JSON with a line for each plugin and item. */
function format(observed: Observed, base: Observed): string {
  const lines = [...observed].flatMap(([name, { value, health, reason }]) => {
    const before = base.get(name);
    const said = {
      ...(health !== (before?.health ?? 'ok') && { health }),
      ...(reason !== (before?.reason ?? null) && { reason }),
      ...(!isDeepStrictEqual(value, before?.value) && { value: differing(value, before?.value) }),
    };
    const items = Array.isArray(said.value) ? said.value.map((item) => `\n  ${JSON.stringify(item)}`) : [];
    const text = JSON.stringify(items.length > 0 ? { ...said, value: [0] } : said);
    return text === '{}' ? [] : ` "${name}": ${text.replace(/\[0\]\}$/, () => `[${items.join()}\n ]}`)}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

describe('composed machines', async () => {
  const base = await observe(BASE);
  // Each is odd about something else; a sixth of them reaches every plugin.
  const sixth = (_: string, index: number): boolean => isUpdate || index % 6 === 0;
  const hosts = isInThisRun('most composed machines') ? composedHosts() : composedHosts().filter(sixth);
  it.each(hosts)('%s serves plausible values, the same as before', async (name) => {
    const actual = name === BASE ? format(base, new Map()) : format(await observe(name), base);
    const file = join(folder, `${name}.json`);
    if (isUpdate) {
      mkdirSync(join(folder, 'composed'), { recursive: true });
      writeFileSync(file, actual);
    }
    expect(existsSync(file), `${file} is missing: npm run golden:update`).toBe(true);
    expect(actual).toBe(readFileSync(file, 'utf8'));
  });
});
