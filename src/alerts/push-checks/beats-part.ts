/** Opens the push checks of the state folder, and follows changes by `gander beat`. */
import { Environment, HostClock, LogWriter } from '../../core/base-services.ts';
import { explain } from '../../core/explain.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { definePart, type Scope } from '../../core/parts/part.ts';
import { off } from '../../core/parts/service.ts';
import { CheckResults } from '../../measure/sources/check-results.ts';
import { type KeptBeat, readBeats } from '../push-checks/beat-file.ts';
import { watchFiles } from '../../net/credentials/watch-files.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { Routes } from '../../http/route/route.ts';
import { beatRoutes } from './beat-routes.ts';
import { Beats, createBeats } from './beats.ts';

/** Milliseconds until a new beat is known. */
const LOOK_MS = 2000;

const needs = {
  environment: Environment,
  clock: HostClock,
  checks: CheckResults,
  log: LogWriter,
  problems: FileProblems,
};

export const beatsPart = definePart({
  name: 'beats',
  needs,
  provides: Beats,
  brings: [Routes.of(beatRoutes)],
  open({ environment, clock, checks, log, problems }, scope: Scope) {
    const folder = beatFolder(environment);
    if (folder === null) return off('there is no state folder');
    const paths = beatPaths(folder);
    let isOpen = false;
    const read = (): readonly KeptBeat[] | null => {
      try {
        const beats = readBeats(paths.kept);
        problems.report(paths.kept, null);
        return beats;
      } catch (error) {
        const loss = isOpen ? 'Beats of before stay known.' : 'No beat is checked until then.';
        problems.report(paths.kept, `${explain(error)} ${loss}`);
        return null;
      }
    };
    const beats = createBeats({
      clock,
      kept: read() ?? [],
      path: paths.calls,
      onCall: () => void checks.changed.emit(),
      problems,
    });
    isOpen = true;
    checks.add(beats.results);
    scope.onStop(beats.stop);
    scope.onStop(
      watchFiles([paths.kept], LOOK_MS, () => {
        const kept = read();
        if (kept === null) return;
        beats.replace(kept);
        void checks.changed.emit();
        log.write('INFO', `Beats were read again from ${paths.kept}.`);
      }),
    );
    return beats;
  },
});

/** Folder of beats and their last calls. */
export function beatPaths(folder: string): { kept: string; calls: string } {
  return { kept: `${folder}/beats.json`, calls: `${folder}/beat-calls.json` };
}

/** Null: there is no state folder. */
export const beatFolder = (environment: Environment): string | null =>
  stateFolder(environment, process.getuid?.() === 0);
