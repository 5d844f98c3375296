/** Names of plugins and methods on the wire. */
import { canonicalPlugin, FIELD_PLUGINS } from '../../core/glances-names.ts';

/** Clients of the field end at a name that they do not know, and know this one by its old name. */
export const wireName = (plugin: string): string => (plugin === 'libversion' ? 'psutilversion' : plugin);

/** Plugins that a Glances client loads only with hardware, a library or its own configuration. */
const CONDITIONAL: ReadonlySet<string> = new Set([
  'cloud',
  'connections',
  'irq',
  'mpp',
  'npu',
  'raid',
  'smart',
  'vms',
]);

/** Whether lists name the plugin: a Glances client crashes at each name that it has not loaded. */
export const isListed = (plugin: string): boolean => FIELD_PLUGINS.has(plugin) && !CONDITIONAL.has(plugin);

/** The plugin meant by a name of today or of before. */
export const pluginName = (name: string): string =>
  name === 'docker' ? 'containers' : canonicalPlugin(name);

/** `getMemswap` for memswap: methods of clients of version 3. */
export const methodName = (prefix: 'get' | 'getViews', plugin: string): string =>
  `${prefix}${plugin.charAt(0).toUpperCase()}${plugin.slice(1)}`;
