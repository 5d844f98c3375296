/** Stores a list as JSON in the folder of the journal, whose lock the agent holds. */
import { createStateFile, parseAs } from '../../core/files/state-file.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import { lossyListOf, type Shape } from '../../core/shape.ts';

interface KeptList<T> {
  /** Rejects with a reason. */
  save(items: readonly T[]): Promise<void>;
  /** Loads the file. Without one, creates it with the current items if the folder is open. */
  reload(known: readonly T[], load: (saved: readonly T[]) => void): void;
}

interface KeptListSetup {
  /** Consequence of a missing file, as a sentence. */
  loss: string;
  problems: Pick<FileProblems, 'report'>;
  /** Why nothing can be saved now; null: it can. */
  obstacle(): string | null;
  /** No user saves it: a damaged file is set aside, so that the next one can be written. */
  isDerived?: true;
}

export function keepList<T>(
  path: string,
  item: Shape<T>,
  { loss, problems, obstacle, isDerived }: KeptListSetup,
): KeptList<T> {
  const file = createStateFile(path, {
    parse: parseAs(lossyListOf(item)),
    reports: { problems, loss },
    ...(isDerived && { isDerived }),
  });
  const save = async (items: readonly T[]): Promise<void> => {
    const reason = obstacle();
    if (reason !== null) throw new Error(reason);
    await file.save(JSON.stringify(items));
  };
  return {
    save,
    reload(known, load) {
      const { value } = file.load();
      if (value !== null) load(value);
      else if (known.length > 0) save(known).catch(() => undefined);
    },
  };
}
