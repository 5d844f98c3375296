/** Names of plugins and methods on the wire. */
import { canonicalPlugin, FIELD_PLUGINS } from '../../core/glances-names.ts';

/** Published clients crash at unknown names, and know this plugin by its old name. */
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

/** True if lists name the plugin: a Glances client crashes at each name that it has not loaded. */
export const isListed = (plugin: string): boolean => FIELD_PLUGINS.has(plugin) && !CONDITIONAL.has(plugin);

/** Returns the plugin of a current or an old name. */
export const pluginName = (name: string): string =>
  name === 'docker' ? 'containers' : canonicalPlugin(name);

/** `getMemswap` for memswap: methods of clients of version 3. */
export const methodName = (prefix: 'get' | 'getViews', plugin: string): string =>
  `${prefix}${plugin.charAt(0).toUpperCase()}${plugin.slice(1)}`;
