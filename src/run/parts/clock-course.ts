/** Keeps the course of the clock over restarts, so that a clock that was set while no agent ran is noticed as well. */
import type { FileProblems } from '../../core/file-problems.ts';
import { createStateFile, parseAs, type StateFile } from '../../core/files/state-file.ts';
import { COURSE, type SavedCourse } from '../../core/course.ts';
import { bootId } from '../../history/archive/since-boot.ts';
import { createSystemClock, type SystemClock } from '../../measure/host/system-clock.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { orNull } from '../../core/or-null.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A crash loses this much of the course at most. */
const SAVE_MS = 600_000;

interface ClockCourse {
  /** The clock of this machine, with its course in earlier runs. */
  readonly clock: SystemClock;
  /** Saves the course from now on; the result saves it once more and stops that. */
  keep(): () => Promise<void>;
}

export function openCourse(environment: Environment, problems: Pick<FileProblems, 'report'>): ClockCourse {
  const file = fileOf(environment, problems);
  const clock = createSystemClock(undefined, { boot: orNull(bootId), saved: file?.load().value ?? null });
  return { clock, keep: () => (file === null ? async () => {} : keepCourse(clock, file)) };
}

function keepCourse(clock: SystemClock, file: StateFile<SavedCourse>): () => Promise<void> {
  let cancel = (): void => {};
  const save = async (): Promise<void> => {
    // Where it cannot be saved, the next run waits a day before anything is old.
    await file.save(`${JSON.stringify(clock.course())}\n`).catch(() => {});
  };
  const plan = (): void => {
    cancel = clock.setTimer(() => void save().then(plan), SAVE_MS);
  };
  plan();
  return () => {
    cancel();
    return save();
  };
}

function fileOf(
  environment: Environment,
  problems: Pick<FileProblems, 'report'>,
): StateFile<SavedCourse> | null {
  const folder = stateFolder(environment, process.getuid?.() === 0);
  if (folder === null) return null;
  return createStateFile(`${folder}/clock.json`, {
    parse: parseAs(COURSE),
    reports: { problems, loss: 'Nothing old is deleted before the clock has agreed for a day.' },
    isDerived: true,
  });
}
