/** Files of Gander that cannot be used: each is logged once, and an alert for as long as it lasts. */
import type { LogWriter } from './base-services.ts';
import { service } from './parts/service.ts';
import { createSignal, type Signal } from './parts/signal.ts';

export interface FileProblem {
  readonly path: string;
  /** Sentences that begin with the path, and name what is missing. */
  readonly sentence: string;
}

export interface FileProblems {
  /** Null: it is fine again. */
  report(path: string, sentence: string | null): void;
  list(): readonly FileProblem[];
  readonly changed: Signal<void>;
}
export const FileProblems = service<FileProblems>('damaged files');

export function createFileProblems(log: LogWriter): FileProblems {
  const problems = new Map<string, string>();
  const changed = createSignal<void>();
  return {
    report(path, sentence) {
      if ((problems.get(path) ?? null) === sentence) return;
      if (sentence === null) problems.delete(path);
      else {
        problems.set(path, sentence);
        log.write('WARNING', sentence);
      }
      void changed.emit();
    },
    list: () => [...problems].map(([path, sentence]) => ({ path, sentence })),
    changed,
  };
}
