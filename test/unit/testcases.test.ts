import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plugins } from '../../src/plugins/index.ts';
import { stepPlugin } from '../support/step-plugin.ts';

/**
 * `src/plugins/<name>/testcases/<case>/<step>/{proc,sys,…}` with `expected.json` beside them: what the plugin serves
 * after that step. A step in which something is wrong states `health` and `reason` beside the value.
 * `GOLDEN_UPDATE=1` writes the files; read the difference before you commit it.
 */
const root = join(import.meta.dirname, '../../src/plugins');
const isUpdate = process.env['GOLDEN_UPDATE'] === '1';

for (const plugin of plugins) {
  const folder = join(root, plugin.name, 'testcases');
  const cases = existsSync(folder) ? readdirSync(folder).sort() : [];
  describe.runIf(cases.length > 0)(plugin.name, () => {
    it.each(cases)('%s', async (name) => {
      const results = await stepPlugin(plugin, join(folder, name));
      expect(results.length).toBeGreaterThan(0);
      for (const { folder: step, value, health, reason } of results) {
        const file = join(step, 'expected.json');
        const actual = health === 'ok' && reason === null ? value : { health, reason, value };
        if (isUpdate) writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`);
        expect(actual, file).toEqual(JSON.parse(readFileSync(file, 'utf8')));
      }
    });
  });
}
