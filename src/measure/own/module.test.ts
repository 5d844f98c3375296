import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { parseModule } from './formats/module.ts';
import { testModule } from './test-module.ts';
import { openModule, type OpenedModule } from './ways/module.ts';
import { PLUGIN_MODULE } from './ways/module-worker.ts';

const ROOT = join(import.meta.dirname, '../../..');

const opened: OpenedModule[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function open(read: string, timeoutMs = 10_000): OpenedModule {
  const text = `import { definePlugin, gauge, text } from 'gander/plugin';
    let calls = 0;
    export default definePlugin({ shape: 'list', key: 'id', fields: { id: text('Name.'), n: gauge('bytes', 'N.') },
      create: ({ host, options }) => ({ async read() { calls += 1; ${read} } }) });`;
  const path = join(temporaryTree({ 'plugin.mjs': text }), 'plugin.mjs');
  opened.push(openModule({ path, options: { a: 'b' }, timeoutMs }));
  return opened.at(-1)!;
}

describe('a module', () => {
  it('keeps its state between readings, sees its options, and no environment', async () => {
    const { read } = open('return [{ id: options.a + Object.keys(process.env).length, n: calls }];');
    await read();
    expect(parseModule(await read()).samples).toEqual([
      { name: 'n', labels: [['id', 'b0']], value: 2, about: { kind: 'gauge', unit: 'bytes', help: 'N.' } },
    ]);
  });

  it.each([
    ["throw new Error('the server is away')", 'plugin.mjs gave no numbers: the server is away'],
    ["return [{ id: 'x'.repeat(300_000) }]", 'more than 262144 characters'],
    ['process.exit(0)', 'it has ended its thread'],
    ["setImmediate(() => { throw new Error('later') }); await new Promise(() => {})", 'later'],
    ['await new Promise(() => {})', 'it did not answer within'],
    ['for (;;) {}', 'it did not answer within'],
  ])('that does %j fails alone, and is begun anew', async (code, reason) => {
    const { read } = open(
      `if (options.failed === undefined) { ${code} }`,
      reason.includes('within') ? 400 : 20_000,
    );
    await expect(read()).rejects.toThrow(reason);
    await expect(read()).rejects.toThrow(reason);
  });

  it('that is no plugin is refused', async () => {
    const path = join(temporaryTree({ 'plugin.mjs': 'export default 5' }), 'plugin.mjs');
    opened.push(openModule({ path, options: {}, timeoutMs: 20_000 }));
    await expect(opened.at(-1)!.read()).rejects.toThrow('its default export is no plugin');
  });
});

describe('a declaration', () => {
  const n = {
    kind: 'gauge',
    unit: 'parsec',
    options: { level: { limits: [1, 2, 3], lowerIsWorse: true, delay: 9 } },
  };

  it('gives thresholds, and loses only what is no number', () => {
    const { samples, refused } = parseModule({
      declaration: { shape: 'object', fields: { n, m: { kind: 'counter' }, t: { kind: 'text' }, s: n } },
      reading: { n: 5, m: null, t: 'x', s: 'y', other: 1 },
    });
    expect(samples).toEqual([
      {
        name: 'n',
        labels: [],
        value: 5,
        about: { kind: 'gauge', unit: null, warning: 2, critical: 3, for: 9, below: true },
      },
      { name: 'm', labels: [], value: Number.NaN, about: { kind: 'counter', unit: null } },
    ]);
    expect(refused).toEqual([{ place: 's', reason: 'it is no number' }]);
    const odd = {
      declaration: { shape: 'list', key: 'id', fields: { id: {}, n } },
      reading: [{ id: { toString: 1 }, n: 1 }],
    };
    expect(parseModule(odd).refused).toEqual([{ place: 'n of null', reason: 'its key is no text' }]);
  });

  it.each([
    [{}, [], 'its shape'],
    [{ shape: 'list', key: 'x', fields: {} }, [], 'its key'],
    [{ shape: 'list', key: 'n', fields: { n } }, {}, 'it has read no list'],
  ])('refuses %j', (declaration, reading, reason) => {
    expect(() => parseModule({ declaration, reading })).toThrow(reason);
  });
});

describe('the example package', () => {
  it('passes its test cases, and a change of what it reads fails them', async () => {
    const folder = temporaryTree();
    cpSync(join(ROOT, 'examples/plugin'), folder, { recursive: true });
    expect(await testModule(folder, false)).toEqual([{ name: 'mains-away.txtar', problem: null }]);
    const file = join(folder, 'testcases/mains-away.txtar');
    writeFileSync(file, readFileSync(file, 'utf8').replace('battery.charge: 100', 'battery.charge: 99'));
    const [report] = await testModule(folder, false);
    expect(report?.problem).toContain('step 1 gives');
    await expect(testModule(temporaryTree({ 'plugin.mjs': '' }), false)).rejects.toThrow(
      'has no files *.txtar',
    );
    await expect(testModule(temporaryTree(), false)).rejects.toThrow('plugin.mjs does not exist');
  });

  it('imports what the agent gives it', () => {
    expect(readFileSync(join(ROOT, 'plugin/index.mjs'), 'utf8')).toBe(PLUGIN_MODULE);
  });
});
