/** Opens the push checks of the state folder, and follows changes by `gander beat`. */
import { Environment, HostClock, LogWriter } from '../../core/base-services.ts';
import { explain } from '../../core/explain.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { definePart, type Scope } from '../../core/parts/part.ts';
import { off } from '../../core/parts/service.ts';
import { CheckResults } from '../../measure/sources/check-results.ts';
import { type PushCheck, readPushChecks } from './push-check-file.ts';
import { watchFiles } from '../../net/credentials/watch-files.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { Routes } from '../../http/route/route.ts';
import { pushCheckRoutes } from './push-check-routes.ts';
import { PushChecks, createPushChecks } from './push-checks.ts';

/** Milliseconds until a new beat is known. */
const LOOK_MS = 2000;

const needs = {
  environment: Environment,
  clock: HostClock,
  checks: CheckResults,
  log: LogWriter,
  problems: FileProblems,
};

export const pushChecksPart = definePart({
  name: 'beats',
  needs,
  provides: PushChecks,
  brings: [Routes.of(pushCheckRoutes)],
  open({ environment, clock, checks, log, problems }, scope: Scope) {
    const folder = pushCheckFolder(environment);
    if (folder === null) return off('there is no state folder');
    const paths = pushCheckPaths(folder);
    let isOpen = false;
    const read = (): readonly PushCheck[] | null => {
      try {
        const pushChecks = readPushChecks(paths.kept);
        problems.report(paths.kept, null);
        return pushChecks;
      } catch (error) {
        const loss = isOpen ? 'Beats of before stay known.' : 'No beat is checked until then.';
        problems.report(paths.kept, `${explain(error)} ${loss}`);
        return null;
      }
    };
    const pushChecks = createPushChecks({
      clock,
      kept: read() ?? [],
      path: paths.calls,
      onCall: () => void checks.changed.emit(),
      problems,
    });
    isOpen = true;
    checks.add(pushChecks.results);
    scope.onStop(pushChecks.stop);
    scope.onStop(
      watchFiles(
        () => [paths.kept],
        LOOK_MS,
        () => {
          const kept = read();
          if (kept === null) return;
          pushChecks.replace(kept);
          void checks.changed.emit();
          log.write('INFO', `Beats were read again from ${paths.kept}.`);
        },
      ),
    );
    return pushChecks;
  },
});

/** Folder of beats and their last calls. */
export function pushCheckPaths(folder: string): { kept: string; calls: string } {
  return { kept: `${folder}/beats.json`, calls: `${folder}/beat-calls.json` };
}

/** Null: there is no state folder. */
export const pushCheckFolder = (environment: Environment): string | null =>
  stateFolder(environment, process.getuid?.() === 0);
