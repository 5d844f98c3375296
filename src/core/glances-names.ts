/** Names that existing configuration files hold, whether this version uses them or not. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Plugins of the field: where this version lacks one, its section is let through and its switches do nothing. */
export const FIELD_PLUGINS = words(
  `alert amps cloud connections containers core cpu diskio docker folders fs gpu help ip irq libversion load mem
  memswap mpp network now npu percpu ports processcount processlist programlist quicklook raid sensors smart system
  uptime version vms wifi`,
);

/** Beyond the published list: replies for clients of the field leave it out unless it is asked for. */
export const isExtraPlugin = (plugin: string): boolean => !FIELD_PLUGINS.has(plugin);

/** Other names under which plugins are known. */
const ALIASES: ReadonlyMap<string, string> = new Map([['psutilversion', 'libversion']]);

/** Returns the name of a plugin for clients of older servers; null if unchanged. */
export const aliasOf = (plugin: string): string | null =>
  [...ALIASES].find(([, name]) => name === plugin)?.[0] ?? null;

export const canonicalPlugin = (name: string): string => ALIASES.get(name) ?? name;

/** Sections that Glances has renamed. */
const FORMER_SECTIONS: ReadonlyMap<string, string> = new Map([['docker', 'containers']]);

/** Returns the current name of a renamed Glances section; null if it was not renamed. */
export const sectionSince = (name: string): string | null => FORMER_SECTIONS.get(name) ?? null;

/** Returns the section that holds the keys of a given one. */
export const canonicalSection = (name: string): string => sectionSince(name) ?? canonicalPlugin(name);

/** Sections that users of the field have. */
export const isFieldSection = (name: string): boolean => name.startsWith('amp_') || FIELD_PLUGINS.has(name);
