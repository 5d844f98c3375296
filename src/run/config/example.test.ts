import { describe, expect, it } from 'vitest';
import { samplePlugins } from '../../../test/support/sample-plugins.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { exampleConfig } from './example.ts';
import { loadSettings } from './load.ts';

const load = (text: string, registry = samplePlugins) =>
  loadSettings({
    registry,
    file: { path: 'gander.conf', borrowed: false },
    files: { read: () => new TextEncoder().encode(text) },
  });
const uncommented = (text: string) => text.replaceAll(/^#(?=\S)/gm, '');

describe('exampleConfig', () => {
  it('changes nothing as it is', async () => {
    const { raw, warnings } = await load(exampleConfig(samplePlugins));
    expect(warnings).toEqual([]);
    expect(Object.values(raw).filter((section) => Object.keys(section).length > 0)).toEqual([]);
  });

  it.each([
    ['the samples', samplePlugins],
    ['all plugins', plugins],
  ])('loads without a warning when every key of %s is set', async (_, registry) => {
    const text = uncommented(exampleConfig(registry));
    const { raw, warnings, notices } = await load(text, registry);
    const others = warnings.filter((text) => !/has no effect (here|beside)/.test(text));
    expect([...others, ...notices]).toEqual([]);
    const keys = Object.values(raw).reduce((sum, section) => sum + Object.keys(section).length, 0);
    expect(keys).toBe(text.match(/^[^\s#[][^=]*=/gm)?.length);
  });

  it('describes a key, its form and its default', () => {
    const text = exampleConfig(samplePlugins);
    expect(text).toContain('[percpu]\n# Turn the plugin off. True or False.\n#disable=False\n');
    expect(text).toContain('# Cores shown. A whole number from 1 to 1024.\n#max_cpu_display=4\n');
    expect(text).toContain('# Seconds between two samples. A number from 0.1 to 86400.\n#refresh=60\n');
    expect(text).toContain(
      '# Host name or address; with https:// in front, TLS is used.\n#server_1_name=localhost\n',
    );
    expect(text).toContain(
      '# Thresholds of percent: Share in use.\n#careful=50\n#warning=70\n#critical=90\n#log=False\n',
    );
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });
});
