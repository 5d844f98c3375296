/** Every key of the configuration is read somewhere, or warns that it has no effect. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';
import { exporterKeys } from '../../src/run/config/exporter-sections.ts';
import { COMMON_OPTIONS } from '../../src/measure/levels/plugin-keys.ts';
import { SECTIONS } from '../../src/run/config/sections.ts';
import type { Option, Options } from '../../src/core/options.ts';
import { EXPORTERS } from '../../src/export/exporters/index.ts';
import { TARGET_OPTIONS } from '../../src/alerts/notify/options.ts';
import { keysOf } from '../../src/alerts/notify/target-type.ts';
import { TARGET_TYPES } from '../../src/alerts/notify/targets/index.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { loadSettings } from '../../src/run/config/load.ts';

const load = (text: string) =>
  loadSettings({
    registry: plugins,
    file: { path: 'g.conf', borrowed: false },
    files: { read: () => new TextEncoder().encode(text) },
  });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Sources without comments and sentences. */
const sources = (): string[] =>
  sourceFiles(ROOT, 'src', 'web').map(([, text]) =>
    text
      .replaceAll(/\/\*[^]*?\*\//g, '')
      .replaceAll(/^\s*\/\/.*$/gm, '')
      .replaceAll(/'[^'\n]* [^'\n]*'/g, "''"),
  );

/** Words of the sources, except names of declared members: `name: …`. */
function wordsRead(): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of sources())
    for (const [word] of text.replaceAll(/^\s*\w+\??: /gm, '').matchAll(/[A-Za-z]\w*/g)) words.add(word);
  return words;
}

interface Declared {
  readonly section: string;
  readonly option: Option;
  readonly key: string;
}

/** Keys with an effect, including groups'. */
const keysIn = (section: string, options: Options): Declared[] =>
  Object.entries(options).flatMap(([key, option]) => [
    ...(option.instead === undefined ? [{ section, key, option }] : []),
    ...(option.group === undefined ? [] : keysIn(section, option.group.members)),
  ]);

const declared: readonly Declared[] = [
  ...[...SECTIONS].flatMap(([name, { options }]) => keysIn(name, options)),
  ...plugins.flatMap(({ name, options = {} }) => keysIn(name, options)),
  ...keysIn('every plugin', COMMON_OPTIONS),
  ...EXPORTERS.flatMap((exporter) => keysIn(exporter.name, exporterKeys(exporter))),
  ...TARGET_TYPES.flatMap((type) => keysIn(`notify_${type.type}`, keysOf(type))),
  ...keysIn('every target', TARGET_OPTIONS),
];

/** The page reads options of plugins from their limits. Files of secrets are read where secrets are. */
const wordsOf = ({ section, key }: Declared): string[] => {
  const [, stem] = /^(.+)_(?:ok|careful|warning|critical)$/.exec(key) ?? [];
  return [
    key,
    `${section}_${key}`,
    key.replace(/_file$/, ''),
    ...(stem === undefined ? [] : [`${section}_${stem}`]),
  ];
};

describe('declared keys', () => {
  it('are read outside their declaration, or warn', () => {
    const words = wordsRead();
    // Those of alert kinds are read by their declaration; test/contract/alert-kinds.test.ts tries each.
    const idle = declared
      .filter(({ section }) => section !== 'alerts')
      .filter((one) => !wordsOf(one).some((word) => words.has(word)));
    expect(idle.map(({ section, key }) => `[${section}] ${key}`)).toEqual([]);
    expect(declared.length).toBeGreaterThan(300);
  });

  it('are secret where their name says so', () => {
    const named = declared.filter(({ key }) => /(?:password|secret|token|key|webhook_url)$/.test(key));
    const shown = named.filter(({ option }) => !option.secret && option.type === 'text');
    expect(shown.map(({ section, key }) => `[${section}] ${key}`)).toEqual([]);
    expect(named.length).toBeGreaterThan(30);
  });
});

describe('keys without effect', () => {
  it.each([
    ['[outputs]\nleft_menu=fs', 'left_menu'],
    ['[outputs]\nmax_processes_display=20', 'max_processes_display'],
    ['[global]\ncheck_update=True', 'check_update'],
    ['[percpu]\nmax_cpu_display=8', 'max_cpu_display'],
    ['[mqtt]\ncallback_api_version=2', 'callback_api_version'],
  ])('warn: %j', async (text, key) => {
    const { warnings } = await load(text);
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`^g\\.conf:2: \\[\\w+\\] ${key} has no effect here\\. .+\\.$`)),
    ]);
  });

  it('have one message when their value is wrong', async () => {
    const error: unknown = await load('[network]\nhide_zero=perhaps').catch((error: unknown) => error);
    expect(String(error)).toMatch(/hide_zero = perhaps: expected True or False\.$/);
  });

  it('do not warn at their default, nor where every section inherits them', async () => {
    const text =
      '[DEFAULT]\nleft_menu=fs\n[global]\ncheck_update=false\n[outputs]\nenable_mcp=False\n[percpu]\nmax_cpu_display = 4';
    expect((await load(text)).warnings).toEqual([]);
  });
});
