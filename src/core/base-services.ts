/** Services that belong to no feature: every mode gives them. */
import type { Clock, Host } from './host.ts';
import type { Options, OptionValues } from './options.ts';
import type { Section } from './section.ts';
import { type Need, service, viewOf } from './parts/service.ts';

export const HostClock = service<Clock>('clock');
export const WatchedHost = service<Host>('host');

export interface LogWriter {
  write(level: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL', text: string): void;
}
export const LogWriter = service<LogWriter>('log');

export type Environment = Readonly<Record<string, string | undefined>>;
export const Environment = service<Environment>('environment');

export interface PlannedStop {
  /** Resolves when a signal stops this process; never for an error that ends it. */
  readonly signalled: Promise<void>;
}
export const PlannedStop = service<PlannedStop>('planned stop');

/** Of the configuration file, for files that users edit beside it. */
export interface SettingsFolder {
  /** Null: there is none. */
  readonly path: string | null;
}
export const SettingsFolder = service<SettingsFolder>('folder of the configuration');

export interface SectionReader {
  of<O extends Options>(section: Section<string, O>): OptionValues<O>;
}
export const SectionReader = service<SectionReader>('sections of the configuration');

/** Returns the need for a section's typed values. */
export const valuesOf = <O extends Options>(section: Section<string, O>): Need<OptionValues<O>> =>
  viewOf(SectionReader, (reader) => reader.of(section));
