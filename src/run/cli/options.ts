/** All command-line options, in the order of the help. Adding an option is adding an entry to its topic. */
import { type CliOption, flag, text } from './declare.ts';
import { modeOptions } from './options/modes.ts';
import { exportingOptions } from './options/exporting.ts';
import { samplingOptions } from './options/sampling.ts';
import { serverOptions, DEFAULT_RPC_PORT } from './options/server.ts';
import { snmpOptions } from './options/snmp.ts';
import { settingsOptions } from './options/settings.ts';
import { valueOptions } from './options/values.ts';
import { terminalOptions } from './options/terminal.ts';

const later = { group: 'later' } as const;
const HEAP = 'NODE_OPTIONS=--heap-prof writes a heap profile at the end.';

const laterOptions = {
  plugin_dir: text('-P --plugins', null, 'Folder with additional plugins.', {
    ...later,
    argument: 'dir',
    instead:
      'Plugins are part of the program, and CONTRIBUTING.md says how to add one; [amp_NAME] runs programs.',
  }),
  trace_malloc: flag('--trace-malloc', 'Trace allocations.', { ...later, instead: HEAP }),
  memory_leak: flag('--memory-leak', 'Look for memory leaks.', { ...later, instead: HEAP }),
};

/** Where the API is served, unless `--port` says otherwise. */
export const DEFAULT_PORT = 61_208;

export const OPTIONS = {
  ...modeOptions,
  ...exportingOptions,
  ...samplingOptions,
  ...serverOptions,
  ...snmpOptions,
  ...settingsOptions,
  ...valueOptions,
  ...terminalOptions,
  ...laterOptions,
} satisfies Record<string, CliOption>;

export type Key = keyof typeof OPTIONS;
type ValueOf<O> = O extends CliOption<infer T> ? T : never;

/** A value for every option. */
export type Values = { -readonly [K in Key]: ValueOf<(typeof OPTIONS)[K]> };

/** Returns the port of the first server that is started. */
export const portOf = ({ port, server }: Pick<Values, 'port' | 'server'>): number =>
  port ?? (server ? DEFAULT_RPC_PORT : DEFAULT_PORT);

/**
 * Where to listen: the command line wins over `[outputs]`. Files of several agents are told apart by the port, that of the first
 * server.
 */
export const placeOf = (
  { values, given }: { values: Values; given: ReadonlySet<Key> },
  { sections: { outputs } }: ConfiguredPlace,
) => ({
  host: given.has('bind_address') ? values.bind_address : (outputs.bind_address ?? values.bind_address),
  port: values.port ?? outputs.port ?? portOf(values),
  /** Path of the unix socket; undefined: none. */
  socket: values.socket ?? outputs.socket,
});

/** In place of an address: the socket alone. */
export const NO_ADDRESS = 'none';

interface ConfiguredPlace {
  readonly sections: {
    readonly outputs: {
      readonly bind_address: string | undefined;
      readonly port: number | undefined;
      readonly socket: string | undefined;
    };
  };
}

/** Options with their keys. */
export const optionEntries = (): [Key, CliOption][] => Object.entries(OPTIONS) as [Key, CliOption][];

/** Returns the description, with the alternative of an option without effect. */
export const descriptionOf = ({ description, instead }: CliOption): string =>
  instead === undefined ? description : `${description} Without effect: ${instead}`;

/** Returns the form of an option for help and messages. */
export const mainName = (names: readonly string[]): string =>
  names.find((name) => name.startsWith('--')) ?? names[0] ?? '';
