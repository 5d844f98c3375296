/** Latest values of enabled plugins; null for others. */
import type { PluginValue } from '../../core/served.ts';
import type { Plugin } from '../../core/plugin.ts';

interface Sampled {
  readonly plugins: readonly Plugin[];
  readonly store: { latest(plugin: string): { readonly value: PluginValue } };
}

export function latestOf({ plugins, store }: Sampled): (plugin: string) => PluginValue {
  const names = new Set(plugins.map(({ name }) => name));
  return (plugin) => (names.has(plugin) ? store.latest(plugin).value : null);
}
