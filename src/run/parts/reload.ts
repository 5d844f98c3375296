/** Reloads the configuration while the agent runs. */
import type { LogWriter } from '../../core/base-services.ts';
import { changesOf, type Comparable } from '../config/changes.ts';
import { ConfigError, UsageError } from '../../core/errors.ts';
import { service } from '../../core/parts/service.ts';
import { createSignal, type Signal } from '../../core/parts/signal.ts';
import type { Configuration, RawConfig } from '../config/load.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { CheckedConfiguration } from './configuration-reader.ts';

interface ReloadSetup {
  /** The configuration of the start. */
  configuration: Configuration;
  /** Reads and checks it again. Rejects with `ConfigError` and `UsageError`. */
  read(): Promise<Pick<CheckedConfiguration, 'configuration' | 'targets'>>;
  /** All known plugins. */
  registry: readonly Plugin[];
  log: LogWriter;
}

/** A configuration that was read again. */
export interface TakenOver extends Pick<CheckedConfiguration, 'configuration' | 'targets'> {
  /** Texts of a plugin's section in force: those of the start where a change needs a restart. */
  readonly section: Configuration['settings']['section'];
}

export interface Reloading {
  /** Emitted for each configuration that is taken over; the log has the rest once all have applied it. */
  readonly taken: Signal<TakenOver>;
  /** Active sections and keys: those of the start, with all changes since. */
  raw(): RawConfig;
  /**
   * Applies thresholds, logging, actions and targets; the log has them, and what needs a restart. An invalid configuration changes
   * nothing. Never rejects; concurrent calls are merged into one more run.
   */
  reload(): Promise<void>;
}
export const Reloading = service<Reloading>('reloads of the configuration');

export function createReloading({ configuration, read, registry, log }: ReloadSetup): Reloading {
  const taken = createSignal<TakenOver>();
  let inForce: Comparable = configuration;
  let warned = new Set(configuration.warnings);
  let running: Promise<void> | null = null;
  let isAskedAgain = false;

  const take = async (): Promise<void> => {
    const { configuration: next, targets } = await read();
    // From here on nothing fails.
    const changes = changesOf(inForce, next, registry);
    inForce = changes.inForce;
    await taken.emit({ configuration: next, targets, section: inForce.settings.section });
    report(changes.taken, changes.needRestart, next.file?.path ?? null);
    for (const warning of next.warnings) if (!warned.has(warning)) log.write('WARNING', warning);
    warned = new Set(next.warnings);
  };

  const report = (taken: readonly string[], needRestart: readonly string[], path: string | null): void => {
    const from = path === null ? 'there is no file' : path;
    const now = taken.length === 0 ? 'nothing to take over' : `now in force: ${taken.join(', ')}`;
    log.write('INFO', `The configuration was read again (${from}); ${now}.`);
    if (needRestart.length > 0)
      log.write('WARNING', `Restart Gander to apply what has changed in ${needRestart.join(', ')}.`);
  };

  const work = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await take().catch((error) => {
        const isExpected = error instanceof ConfigError || error instanceof UsageError;
        log.write('ERROR', 'The configuration stays as it was, since it cannot be read again:');
        const text = isExpected ? error.message : String((error as Error).stack ?? error);
        for (const line of text.split('\n')) log.write('ERROR', line);
      });
    } while (isAskedAgain);
  };

  return {
    taken,
    raw: () => inForce.raw,
    reload() {
      isAskedAgain = running !== null;
      running ??= work().finally(() => (running = null));
      return running;
    },
  };
}
