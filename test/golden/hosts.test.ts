import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playHost } from '../support/recorded-agent.ts';
import { recordedHosts } from '../support/recorded-hosts.ts';

/** All replies for each recorded machine after its last step. `npm run golden:update` rewrites the files. */
const folder = join(import.meta.dirname, 'hosts');
const isUpdate = process.env['GOLDEN_UPDATE'] === '1';

describe('recorded machines', () => {
  it.each(recordedHosts())('%s serves what it served before', async (name) => {
    const { agent } = await playHost(name);
    const all = Object.fromEntries(agent.plugins.map((plugin) => [plugin.name, agent.store.latest(plugin.name).value]));
    const states = agent.sampler.states().map(({ name: plugin, state, reason }) => ({ name: plugin, state, reason }));
    const actual = `${JSON.stringify({ all, states }, null, 1)}\n`;
    const file = join(folder, `${name}.json`);
    if (isUpdate) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, actual);
    }
    expect(existsSync(file), `${file} is missing: npm run golden:update`).toBe(true);
    expect(JSON.parse(actual)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
});
