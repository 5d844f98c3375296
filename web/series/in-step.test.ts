/** The rules of the page are those of the agent's declarations. */
import { expect, it } from 'vitest';
import { fieldRules } from '../../src/levels/rules.ts';
import { configuredFor } from '../../src/levels/thresholds.ts';
import { plugins } from '../../src/plugins/index.ts';
import { ruleOfEvent } from './rules.ts';

/** Judged, but without a course: states, and sums of what others show. */
const WITHOUT = new Set(['amps', 'quicklook', 'raid', 'smart']);

const judged = plugins
  .filter(({ name }) => !WITHOUT.has(name))
  .flatMap((plugin) =>
    fieldRules(plugin)
      .filter(({ rule }) => rule.state === undefined || rule.silent !== true)
      .map(({ field, rule }) => [plugin, field, rule] as const),
  );

it.each(
  judged.map(
    ([plugin, field, rule]) => [`${plugin.name} ${field} ${rule.header}`, plugin, field, rule] as const,
  ),
)('of %s', (_, plugin, field, rule) => {
  const identity = plugin.shape === 'list' ? 'One' : '';
  const served = { type: rule.header, indice: '1' };
  const item = identity === '' ? null : (rule.itemName?.(served) ?? identity);
  const { stat } = configuredFor(plugin.name, rule, item, {});
  const found = ruleOfEvent(stat.toUpperCase(), plugin.name, served, identity);
  expect(found).toBeDefined();
  expect(found?.isLow ?? false).toBe((rule.lowerIsWorse ?? false) || rule.header === 'battery');
  expect([field, `${field}_rate_per_sec`, ...(rule.header === '' ? [found?.field] : [])]).toContain(
    found?.field,
  );
});

it('there are many', () => {
  expect(judged.length).toBeGreaterThan(25);
});
