/** Opens the push checks of the state folder, and follows changes by `gander beat`. */
import { explain } from '../../core/explain.ts';
import type { Clock } from '../../core/host.ts';
import { type Beats, createBeats } from '../../features/beats/beats.ts';
import type { CheckResults } from '../../measure/sources/check-results.ts';
import { type KeptBeat, readBeats } from '../../net/credentials/beat-file.ts';
import { watchFiles } from '../../net/credentials/watch-files.ts';
import { stateFolder } from '../../send/deliver/state-folder.ts';
import type { Log } from '../process/log.ts';

/** Milliseconds until a new beat is known. */
const LOOK_MS = 2000;

type Environment = Readonly<Record<string, string | undefined>>;

export interface BeatsFolder {
  environment: Environment;
  clock: Clock;
  checks: CheckResults;
  log: Log;
}

export interface OpenedBeats {
  beats: Beats;
  /** Stops following, and writes the last calls. */
  stop(): Promise<void>;
}

/** Folder of beats and their last calls; null: there is no state folder. */
export function beatPaths(folder: string): { kept: string; calls: string } {
  return { kept: `${folder}/beats.json`, calls: `${folder}/beat-calls.json` };
}

export const beatFolder = (environment: Environment): string | null =>
  stateFolder(environment, process.getuid?.() === 0);

/** Null without a state folder. */
export function openBeats({ environment, clock, checks, log }: BeatsFolder): OpenedBeats | null {
  const folder = beatFolder(environment);
  if (folder === null) return null;
  const paths = beatPaths(folder);
  const read = (): readonly KeptBeat[] | null => {
    try {
      return readBeats(paths.kept);
    } catch (error) {
      log.write('ERROR', `${explain(error)} Beats of before stay known.`);
      return null;
    }
  };
  const beats = createBeats({
    clock,
    kept: read() ?? [],
    path: paths.calls,
    onCall: checks.changed,
    onProblem: (problem) => log.write('WARNING', `Calls of beats are lost in a restart: ${problem}.`),
  });
  checks.add(beats.results);
  const unwatch = watchFiles([paths.kept], LOOK_MS, () => {
    const kept = read();
    if (kept === null) return;
    beats.replace(kept);
    checks.changed();
    log.write('INFO', `Beats were read again from ${paths.kept}.`);
  });
  return {
    beats,
    async stop() {
      unwatch();
      await beats.stop();
    },
  };
}
