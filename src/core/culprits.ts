/** Plugins whose values do not depend on the busiest processes. */
const NONE: ReadonlySet<string> = new Set(['raid', 'smart', 'fs', 'folders', 'ports', 'wifi']);

/** Whether events of the plugin name the busiest processes. */
export const hasCulprits = (plugin: string): boolean => !NONE.has(plugin);
