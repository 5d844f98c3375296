/** Silences, in a file in the folder of the journal. */
import { HostClock } from '../../core/base-services.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { definePart, pieceOf } from '../../core/parts/part.ts';
import { EventFolder } from '../../history/events/event-folder.ts';
import { keepList } from '../../history/events/keep-list.ts';
import { SilencedServers } from './silenced-servers.ts';
import { Routes } from '../../http/route/route.ts';
import { silencesRoutes } from './silences-routes.ts';
import { createSilences, SILENCE, Silences } from './silences.ts';

export const silencesPart = definePart({
  name: 'silences',
  needs: { folder: EventFolder, clock: HostClock, problems: FileProblems },
  provides: Silences,
  brings: [Routes.of(silencesRoutes)],
  open({ folder, clock, problems }, scope) {
    const { path, obstacle, whenReadable } = folder;
    const loss = 'Silences that it may hold are not in force, and none can be set.';
    const list = keepList(`${path}/silences.json`, SILENCE, { loss, problems, obstacle });
    const silences = createSilences({ clock, save: list.save });
    whenReadable(() => list.reload(silences.list(), silences.load));
    scope.onStop(silences.stop);
    return silences;
  },
});

/** For the list of alerts of a hub. */
export const silencedServersPart = pieceOf(SilencedServers, Silences, ({ coversServers }) => coversServers);
