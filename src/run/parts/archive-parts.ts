/** The history of this machine on disk. */
import { HostClock } from '../../core/base-services.ts';
import { explain } from '../../core/explain.ts';
import { definePart, type Part, pieceOf } from '../../core/parts/part.ts';
import { off, optional } from '../../core/parts/service.ts';
import { EventEngine } from '../../alerts/events/engine.ts';
import { OpenedArchive, OwnArchive } from '../../history/archive/own-archive.ts';
import { CheckResults } from '../../measure/sources/check-results.ts';
import { Listening } from '../../http/server/listening.ts';
import { Agent } from './agent.ts';
import { Announcer } from './announcer.ts';
import { watchArchives } from '../../alerts/events/archive-events.ts';
import { volatileFolder } from '../../history/archive/archive-place.ts';
import { ARCHIVE_NEEDS, archiveSetup } from './archive-setup.ts';
import { archiveLine, openArchive } from './archive.ts';
import { OpenedFleetArchive } from './opened-fleet.ts';
import { seedAvailability } from '../../alerts/checks/seed-availability.ts';

/** Begins after everything that serves: reading it may take longer than the start. */
const archive = definePart({
  name: 'archive',
  needs: {
    ...ARCHIVE_NEEDS,
    agent: Agent,
    checks: CheckResults,
    listening: Listening,
    announcer: Announcer,
  },
  provides: OpenedArchive,
  isEssential: true,
  open({ agent, checks, listening, announcer, ...met }, { onStop }) {
    const { clock, log, journal } = met;
    const opened = openArchive({ ...archiveSetup(met), agent });
    listening.whenListening('the history on disk', async () => {
      if ('off' in opened) {
        journal?.mark('off', opened.off);
        return announcer.tell(archiveLine(opened));
      }
      const warning = volatileFolder(opened.path);
      await opened.start();
      await seedAvailability(opened, checks, clock.now()).catch((error) =>
        log.write('WARNING', `The availability of checks begins now: ${explain(error)}.`),
      );
      announcer.tell(archiveLine(opened));
      if (warning !== null) announcer.tell(`Warning: ${warning}`);
    });
    if (!('off' in opened)) onStop(() => opened.stop());
    return opened;
  },
});

const events = definePart({
  name: 'events of the history on disk',
  needs: {
    archive: OpenedArchive,
    fleet: optional(OpenedFleetArchive),
    events: EventEngine,
    clock: HostClock,
    listening: Listening,
  },
  open({ archive: own, fleet, events: engine, clock, listening }, { onStop }) {
    // That of the fleet is off for the same reason.
    const all = [
      { name: null, archive: own },
      ...(fleet === null || 'off' in fleet.archive
        ? []
        : [{ name: 'fleet' as const, archive: fleet.archive }]),
    ];
    listening.whenListening('events of the history on disk', () => onStop(watchArchives(all, engine, clock)));
  },
});

export const ARCHIVE: readonly Part[] = [
  archive,
  pieceOf(OwnArchive, OpenedArchive, (opened) => ('off' in opened ? off(opened.off) : opened)),
  events,
];
