/** Common to the histories of this machine and of a hub's servers. */
import { Environment, HostClock, LogWriter } from '../../core/base-services.ts';
import { optional, type Resolved } from '../../core/parts/service.ts';
import { placeOf } from '../cli/options.ts';
import { CommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';
import { EventJournal } from '../../history/events/agent-journal.ts';

export const ARCHIVE_NEEDS = {
  configuration: Configuration,
  environment: Environment,
  command: CommandLine,
  clock: HostClock,
  log: LogWriter,
  journal: optional(EventJournal),
};

export const archiveSetup = ({ command, journal, ...met }: Resolved<typeof ARCHIVE_NEEDS>) => ({
  ...met,
  port: placeOf(command, met.configuration).port,
  mark: (kind: string, detail: string | null): void => journal?.mark(kind, detail),
  isDisabled: command.values.disable_archive,
});
