/** The journal of events of this agent. */
import { AlertRecords, storedAlerts } from '../../alerts/events/alert-records.ts';
import type { StoredAlert } from '../../core/alert-policy.ts';
import { Environment, HostClock, LogWriter } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { off } from '../../core/parts/service.ts';
import { archiveFolder } from '../../history/archive/history-paths.ts';
import { EventJournal } from '../../history/events/agent-journal.ts';
import { openEventJournal } from '../../history/events/open-journal.ts';
import { placeOf } from '../cli/options.ts';
import { CommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';

export const journalPart = definePart({
  name: 'journal of events',
  needs: {
    command: CommandLine,
    configuration: Configuration,
    environment: Environment,
    clock: HostClock,
    log: LogWriter,
    records: AlertRecords,
  },
  provides: EventJournal,
  async open({ command, configuration, records, ...setup }, { onStop }) {
    const archive = archiveFolder(configuration.sections.archive.folder, setup.environment);
    const port = placeOf(command, configuration).port;
    const alerts = (): readonly StoredAlert[] => {
      const now = { time: setup.clock.now(), at: setup.clock.monotonic() };
      return [records.own, records.servers].flatMap((some) => storedAlerts(some, now));
    };
    const journal = await openEventJournal({ ...setup, archive, port, alerts });
    if (journal === null) return off('there is no state folder');
    onStop(journal.stop);
    return journal;
  },
});
