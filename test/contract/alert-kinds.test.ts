/** All alert kinds: declaration, key, and test cases of each. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keyOfRule } from '../../src/core/failure-rule.ts';
import { KIND_TITLES } from '../../src/core/kind-titles.ts';
import { FAILURE_RULES } from '../../src/alerts/failure-rules/index.ts';
import { watchKinds } from '../../src/alerts/failure-rules/watch.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { load } from '../support/load-settings.ts';

const observes = async (text: string, input: string): Promise<boolean> => {
  const { sections } = await load(text);
  return watchKinds({
    failureRules: FAILURE_RULES,
    options: sections.alerts,
    plugins: new Set(plugins.map(({ name }) => name)),
    store: { subscribe: () => () => {}, latest: () => expect.fail('nothing is read') },
    levels: { judgeOf: () => expect.fail('nothing is judged') },
    isUnread: () => true,
    events: { takeFindings: () => {}, ongoingOf: () => new Map() },
    isAcknowledged: () => false,
    clock: createFakeClock(0),
    log: () => {},
  }).observes(input);
};

it('have names and titles of their own', () => {
  expect(FAILURE_RULES.map(({ name }) => name).sort()).toEqual(Object.keys(KIND_TITLES).sort());
});

describe.each(FAILURE_RULES.map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
  it('is declared in its form', () => {
    expect(name).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
    expect(kind.description).toMatch(/^[A-Z].*\.$/);
    const inputs = Object.values(kind.inputs);
    expect(inputs.length).toBeGreaterThan(0);
    const known = new Set(plugins.map((plugin) => plugin.name));
    expect(inputs.filter((input) => input.isPlugin && !known.has(input.name))).toEqual([]);
    for (const key of Object.keys(kind.options ?? {}))
      expect(key).toMatch(new RegExp(`^${keyOfRule(kind)}_`));
  });

  it('is enabled by default, and disabled by its key', async () => {
    const others = FAILURE_RULES.filter((one) => one !== kind).map((one) => `${keyOfRule(one)}=False\n`);
    const input = Object.values(kind.inputs)[0]?.name ?? '';
    expect(await observes(`[alerts]\n${others.join('')}`, input)).toBe(true);
    expect(await observes(`[alerts]\n${others.join('')}${keyOfRule(kind)}=False\n`, input)).toBe(false);
  });

  it('has cases for raise, clear, startup and restart', () => {
    const file = `src/alerts/failure-rules/${keyOfRule(kind).replaceAll('_', '-')}.test.ts`;
    expect(readFileSync(file, 'utf8')).toContain('testKind(');
  });
});
