import { describe, expect, it } from 'vitest';
import { gauge } from '../../core/fields.ts';
import type { LevelRule } from '../../core/level-rule.ts';
import { createLevels } from '../../measure/levels/levels.ts';
import { limitsOf } from '../../measure/levels/limits.ts';
import { definePlugin, type Plugin } from '../../core/plugin.ts';
import { createStore } from '../../core/store/store.ts';
import { loggedPlugins, watchLevels } from './watch.ts';

const RULE: LevelRule = { header: 'n', limits: [50, 70, 90] };

const pluginWith = (name: string, level: LevelRule | undefined = RULE): Plugin =>
  definePlugin({
    name,
    description: '',
    shape: 'object',
    fields: { n: gauge('percent', '', level ? { level } : {}) },
    create: () => ({ read: () => ({ n: 1 }) }),
  }) as Plugin;

const levelsFor = (plugins: readonly Plugin[], sections: Record<string, Record<string, string>> = {}) =>
  createLevels(
    plugins,
    new Map(
      plugins.map((plugin) => [
        plugin.name,
        limitsOf(plugin, { section: sections[plugin.name] ?? {}, historySize: 1, cores: 1 }),
      ]),
    ),
  );

describe('watchLevels', () => {
  it('judges every snapshot but the first, for those who are concerned', () => {
    const plugins = [pluginWith('a'), pluginWith('b')];
    const store = createStore(plugins, 1);
    const taken: unknown[] = [];
    const { watched, stop } = watchLevels({
      plugins,
      levels: levelsFor(plugins),
      store,
      observers: [
        {
          concerns: (plugin) => plugin === 'a',
          take: (plugin, [verdict], time) => taken.push([plugin, verdict?.level, time]),
        },
      ],
    });
    expect(watched()).toEqual(['a']);
    for (const n of [95, 75, 5]) {
      store.commit('a', { n }, n);
      store.commit('b', { n }, n);
    }
    expect(taken).toEqual([
      ['a', 'WARNING', 75],
      ['a', 'OK', 5],
    ]);
    stop();
    store.commit('a', { n: 95 }, 1);
    expect(taken).toHaveLength(2);
  });
});

describe('loggedPlugins', () => {
  const names = (rule: LevelRule | undefined, section: Record<string, string> = {}) =>
    loggedPlugins([pluginWith('x', rule)], levelsFor([pluginWith('x', rule)], { x: section })).has('x');

  it.each<[string, LevelRule, Record<string, string>, boolean]>([
    ['a rule that logs', { ...RULE, log: true }, {}, true],
    ['a rule that does not', RULE, {}, false],
    ['a rule that never does', { ...RULE, log: 'never' }, {}, false],
    ['a log switched on', RULE, { n_log: 'True' }, true],
    ['a log switched on for all', RULE, { log: 'true' }, true],
    ['a log switched off', RULE, { n_log: 'False' }, false],
  ])('looks at %s', (_what, rule, section, expected) => {
    expect(names(rule, section)).toBe(expected);
  });

  it('leaves out plugins without levels, and knows those that the message speaks of', () => {
    const plain = [pluginWith('x', { ...RULE, when: () => false, log: true })];
    const logged = loggedPlugins(plain, levelsFor(plain, { x: { n_log: 'True' } }));
    expect([...logged].sort()).toEqual(['cpu', 'load', 'mem', 'memswap']);
  });
});
