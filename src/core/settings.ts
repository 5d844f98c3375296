/** Validated settings from configuration and command line: everything needed to build an agent. */
import type { Options, OptionValues } from './options.ts';
import type { Plugin } from './plugin.ts';

export interface Settings {
  /** Samples kept per series of history, and covered by `_mean`; 0 keeps none. */
  readonly historySize: number;
  /** Names of the enabled plugins. */
  readonly enabled: ReadonlySet<string>;
  /** A section of the configuration file, lower-case keys, as text after command substitution; `{}` when it is absent. */
  section(name: string): Readonly<Record<string, string>>;
  /** Values of a plugin's declared options; flags override the file. */
  optionsOf(plugin: string): OptionValues<Options>;
  /** Seconds between samples of a plugin: its section's `refresh`, its declared one, `-t`, the global one. */
  refreshOf(plugin: Plugin): number;
  /** Seconds between samples without clients: its section's `refresh`, its declared `idleRefresh`, else {@link refreshOf}. */
  idleRefreshOf(plugin: Plugin): number;
}
