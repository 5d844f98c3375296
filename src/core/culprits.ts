/** Plugins whose values have nothing to do with the processes that use most CPU or memory at the time. */
const NONE: ReadonlySet<string> = new Set(['raid', 'smart', 'fs', 'folders', 'ports', 'wifi']);

/** Whether events of the plugin name the busiest processes. */
export const hasCulprits = (plugin: string): boolean => !NONE.has(plugin);
