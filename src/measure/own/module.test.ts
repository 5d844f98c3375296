import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { memoryTree } from '../../../test/support/memory-tree.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { Host } from '../../core/host.ts';
import { parseModule } from './formats/module.ts';
import { testModule } from './test-module.ts';
import { type ModuleHost, moduleHost, openModule, type OpenedModule } from './ways/module.ts';
import { PLUGIN_MODULE } from './ways/module-worker.ts';

const ROOT = join(import.meta.dirname, '../../..');

const PLUGIN = `export default { shape: 'object', fields: { n: { kind: 'gauge' } },
  create: ({ host }) => ({ read: async () => ({ n: Number(await host.readText('/n')) }) }) };`;

const opened: OpenedModule[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const refused = (): Promise<string> => Promise.reject(new Error('there is no machine'));
const nowhere: ModuleHost = { readText: refused, run: refused, fetchText: refused };
const hostOf = (): ModuleHost => nowhere;

function open(read: string, timeoutMs = 10_000): OpenedModule {
  const text = `import { definePlugin, gauge, text } from 'gander/plugin';
    let calls = 0;
    export default definePlugin({ shape: 'list', key: 'id', fields: { id: text('Name.'), n: gauge('bytes', 'N.') },
      create: ({ host, options }) => ({ async read() { calls += 1; ${read} } }) });`;
  const path = join(temporaryTree({ 'plugin.mjs': text }), 'plugin.mjs');
  opened.push(openModule({ path, options: { a: 'b' }, timeoutMs, hostOf }));
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
    ["return [{ id: 'x'.repeat(300_000) }]", 'it has read more than 262144 characters'],
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

  it('asks the agent for files, programs and documents, which have the bounds of sources', async () => {
    const run = vi.fn<Host['run']>(async () => ({ code: 0, stdout: 'out', stderr: '', failure: null }));
    const fetchText = vi.fn<Host['fetchText']>(async () => 'page');
    const files = memoryTree({ 'etc/small': 'text', 'etc/large': 'x'.repeat(300_000) });
    const own = moduleHost(createRecordedHost(files, { run, fetchText }), 500);
    const texts = Promise.all([
      own.readText('/etc/small'),
      own.run(['upsc', 'a b']),
      own.fetchText('http://a/'),
    ]);
    expect(await texts).toEqual(['text', 'out', 'page']);
    expect(run.mock.lastCall).toEqual([
      ['upsc', 'a b'],
      { timeoutMs: 500, maxBytes: 262_144, isNice: true, endsGroup: true },
    ]);
    expect(fetchText.mock.lastCall?.[1]).toEqual({ timeoutMs: 500, maxBytes: 2_097_152 });
    await expect(own.readText('/etc/large')).rejects.toThrow('/etc/large has more than 256 KiB');
    run.mockResolvedValueOnce({ code: 3, stdout: '', stderr: '', failure: null });
    await expect(own.run(['upsc'])).rejects.toThrow('upsc ended with exit code 3');
    const asking = open("const n = Number(await host.readText('/n')); return [{ id: 'a', n }];");
    await expect(asking.read()).rejects.toThrow('there is no machine');
    const path = join(temporaryTree({ 'plugin.mjs': PLUGIN }), 'plugin.mjs');
    const answers = { ...nowhere, readText: async (name: string) => (name === '/n' ? '7' : '') };
    opened.push(openModule({ path, options: {}, timeoutMs: 20_000, hostOf: () => answers }));
    expect(parseModule(await opened.at(-1)!.read()).samples).toMatchObject([{ name: 'n', value: 7 }]);
  });

  it('that is no plugin is refused', async () => {
    const path = join(temporaryTree({ 'plugin.mjs': 'export default 5' }), 'plugin.mjs');
    opened.push(openModule({ path, options: {}, timeoutMs: 20_000, hostOf }));
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
