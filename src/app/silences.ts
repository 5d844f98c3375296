/** Opens the silences, which are kept beside the journal of events. */
import type { Clock } from '../core/host.ts';
import { createSilences, type Silence, type Silences } from '../events/silences.ts';
import { readSmallFile } from '../files/read-small-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import type { Log } from './log.ts';

/** @param folder of the journal, which this agent holds the lock of */
export function openSilences(folder: string, clock: Clock, log: Log): Silences {
  const path = `${folder}/silences.json`;
  return createSilences({
    clock,
    saved: readSaved(path, log),
    save: (silences) => replaceFile(path, JSON.stringify(silences)),
  });
}

function readSaved(path: string, log: Log): Silence[] {
  try {
    const value: unknown = JSON.parse(readSmallFile(path).toString('utf8'));
    return Array.isArray(value) ? value.filter(isSilence) : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.write('WARNING', `Silences of alerts are forgotten: ${path} cannot be read (${String(error)}).`);
    return [];
  }
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
