/** Settings of configuration files that are texts. */
import { samplePlugins } from './sample-plugins.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { type ConfigFlags, loadSettings, type LoadSetup } from '../../src/run/config/load.ts';

export const load = (
  text: string | Uint8Array,
  flags: ConfigFlags = {},
  extra: Pick<LoadSetup, 'run' | 'check'> = {},
) =>
  loadSettings({
    registry: samplePlugins,
    file: { path: 'g.conf', borrowed: false },
    files: { read: () => (typeof text === 'string' ? new TextEncoder().encode(text) : text) },
    flags,
    ...extra,
  });

export const plugin = (name: string) => samplePlugins.find((one) => one.name === name) as Plugin;
