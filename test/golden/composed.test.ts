import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plugins } from '../../src/measure/plugins/index.ts';
import { composedHosts, hostSteps } from '../support/recorded-hosts.ts';
import { stepPlugin } from '../support/step-plugin.ts';

/** What plugins serve of the composed machines after the last step. `npm run golden:update` rewrites the files. */
const folder = join(import.meta.dirname, 'hosts');
const isUpdate = process.env['GOLDEN_UPDATE'] === '1';
/** Those that read what is odd about them. */
const READERS = new Set(['core', 'cpu', 'fs', 'network', 'npu', 'sensors']);

describe('composed machines', () => {
  it.each(composedHosts())('%s serves what it served before', async (name) => {
    const steps = [...hostSteps(name)];
    const actual: Record<string, unknown> = {};
    for (const plugin of plugins.filter((one) => READERS.has(one.name)))
      actual[plugin.name] = (await stepPlugin(plugin, { steps, sections: {} })).at(-1);
    const file = join(folder, `${name}.json`);
    if (isUpdate) {
      mkdirSync(join(folder, 'composed'), { recursive: true });
      writeFileSync(file, `${JSON.stringify(actual, null, 1)}\n`);
    }
    expect(existsSync(file), `${file} is missing: npm run golden:update`).toBe(true);
    expect(actual).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
});
