import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plugins } from '../../src/measure/plugins/index.ts';
import { stepPlugin } from '../support/step-plugin.ts';
import { formatTestCase, listTestCases, parseTestCase } from '../support/test-case.ts';

/**
 * `src/measure/plugins/<name>/testcases/<case>.txtar`: what the plugin serves after each step. A step in which something is wrong
 * states `health` and `reason` beside the value. `npm run golden:update` writes the files; read the difference before you
 * commit it.
 */
const isUpdate = process.env['GOLDEN_UPDATE'] === '1';

for (const plugin of plugins) {
  const folder = join(import.meta.dirname, '../../src/measure/plugins', plugin.name, 'testcases');
  const cases = listTestCases(folder);
  describe.runIf(cases.length > 0)(plugin.name, () => {
    it.each(cases)('%s', async (name) => {
      const file = join(folder, name);
      const bytes = readFileSync(file);
      const testCase = parseTestCase(bytes, file);
      const results = await stepPlugin(plugin, testCase);
      const actual = results.map(({ value, health, reason }) =>
        health === 'ok' && reason === null ? value : { health, reason, value },
      );
      expect(actual.length).toBeGreaterThan(0);
      if (isUpdate) writeFileSync(file, formatTestCase(testCase, actual));
      else expect(actual, file).toEqual(testCase.expected);
    });
  });
}
