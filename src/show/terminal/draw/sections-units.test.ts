import { expect, it } from 'vitest';
import { showOn } from '../../../../test/support/recorded-terminal.ts';
import { storedSource } from '../../../../test/support/stored-source.ts';
import type { Plugin } from '../../../core/plugin.ts';
import { plugins } from '../../../measure/plugins/index.ts';

const units = plugins.find(({ name }) => name === 'units') as Plugin;
const MIB = 1024 ** 2;
const running = (name: string, memory: number) => ({
  name,
  active_state: 'active',
  cpu_percent: 1.5,
  memory,
});

it('shows units that have failed, then those that use most memory', () => {
  const failed = { name: 'z.service', active_state: 'failed', result: 'exit-code', exit_code: 3 };
  const others = Array.from({ length: 8 }, (_, at) => running(`u${at}.service`, at * MIB));
  const { source } = storedSource([units], (store) => void store.commit('units', [...others, failed], 1));
  const { screen } = showOn(source, { width: 100, height: 20 });
  expect(screen()).toMatch(/^Units +CPU +memory/m);
  // Below the section, the status line names what is wrong.
  const rows = (screen().match(/^.*\.service.*$/gm) ?? []).slice(0, -1);
  expect(rows.map((row) => /\w+(?=\.service)/.exec(row)?.[0])).toEqual(['z', 'u7', 'u6', 'u5', 'u4']);
  expect(rows[0]).toMatch(/exit code 3/);
  expect(rows[1]).toMatch(/1\.5% +7\.00M\b/);
});
