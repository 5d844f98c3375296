/** Stores a list as JSON in the folder of the journal, whose lock the agent holds. */
import { createStateFile, parseList } from '../../../core/files/state-file.ts';
import type { LogWriter } from '../../../core/base-services.ts';

export interface KeptList<T> {
  /** Rejects with a reason. */
  save(items: readonly unknown[]): Promise<void>;
  /** After the folder was opened: loads the file, or creates it with the current items. */
  reload(known: readonly unknown[], load: (saved: T[]) => void): void;
}

export interface KeptListSetup {
  /** Name of the items in messages. */
  name: string;
  log: LogWriter;
  /** Why nothing can be saved now; null: it can. */
  obstacle(): string | null;
}

export function keepList<T>(
  path: string,
  isItem: (value: unknown) => value is T,
  { name, log, obstacle }: KeptListSetup,
): KeptList<T> {
  const file = createStateFile(path, { parse: (text) => parseList(text, isItem) });
  const save = async (items: readonly unknown[]): Promise<void> => {
    const reason = obstacle();
    if (reason !== null) throw new Error(reason);
    await file.save(JSON.stringify(items));
  };
  return {
    save,
    reload(known, load) {
      const { value, problem } = file.load();
      if (problem !== null)
        log.write(
          'WARNING',
          `${name} cannot be changed: ${problem}. Repair it or move it away, then restart Gander.`,
        );
      if (value !== null) load(value);
      else if (known.length > 0) save(known).catch(() => undefined);
    },
  };
}
