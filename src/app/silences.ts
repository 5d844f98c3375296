/** Opens the silences, which are kept beside the journal of events. */
import type { Clock } from '../core/host.ts';
import { createSilences, type Silence, type Silences } from '../events/silences.ts';
import { replaceFile } from '../files/replace-file.ts';
import type { Log } from './log.ts';
import { readList } from './read-list.ts';

/** @param folder of the journal, which this agent holds the lock of */
export function openSilences(folder: string, clock: Clock, log: Log): Silences {
  const path = `${folder}/silences.json`;
  return createSilences({
    clock,
    saved: readList(path, isSilence, { name: 'Silences of alerts', log }),
    save: (silences) => replaceFile(path, JSON.stringify(silences)),
  });
}

const isSilence = (value: unknown): value is Silence => {
  const { type, note, since, until } = (value ?? {}) as Partial<Record<keyof Silence, unknown>>;
  return (
    typeof type === 'string' &&
    typeof note === 'string' &&
    typeof since === 'number' &&
    (until === null || typeof until === 'number')
  );
};
