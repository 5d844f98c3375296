/** When each API key was used last, kept over restarts; accurate to ten minutes. */
import { readdirSync } from 'node:fs';
import type { Disk } from '../../core/files/disk.ts';
import { createStateFile, parseAs } from '../../core/files/state-file.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import { createMutex } from '../../core/mutex.ts';
import { orNull } from '../../core/or-null.ts';
import { integer, mapOf } from '../../core/shape.ts';
import { readPrivateFile } from './private-file.ts';

const FILE = mapOf('Milliseconds since the epoch by name of the key.', integer());
/** Milliseconds in which a further use of a key is not written. */
const EXACT_MS = 600_000;
const MOST_KEYS = 1000;

interface KeyUses {
  note(name: string, time: number): void;
}

export const keyUsesPath = (stateFolder: string, port: number): string =>
  `${stateFolder}/key-uses-${port}.json`;

export const parseUses = parseAs(FILE);

/**
 * Returns the latest uses of keys at all servers of this user. @param folder in which servers record them; null if there is none
 */
export function lastUses(folder: string | null): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  const files = folder === null ? [] : (orNull(() => readdirSync(folder)) ?? []);
  for (const file of files.filter((one) => /^key-uses-\d{1,5}\.json$/.test(one))) {
    const uses = orNull(() => parseUses(readPrivateFile(`${folder}/${file}`) ?? '').value);
    for (const [name, time] of Object.entries(uses ?? {}))
      latest.set(name, Math.max(time, latest.get(name) ?? 0));
  }
  return latest;
}

/** @param path null: not kept */
export function createKeyUses(
  path: string | null,
  problems: Pick<FileProblems, 'report'>,
  disk?: Disk,
): KeyUses {
  const reports = { problems, loss: 'The last uses of API keys are unknown.' };
  const file =
    path === null ? null : createStateFile(path, { parse: parseUses, disk, reports, isDerived: true });
  const uses = new Map(Object.entries(file?.load().value ?? {}).slice(-MOST_KEYS));
  const inTurn = createMutex();
  return {
    note(name, time) {
      if (file === null || time - (uses.get(name) ?? 0) < EXACT_MS) return;
      uses.delete(name);
      uses.set(name, time);
      if (uses.size > MOST_KEYS) uses.delete(uses.keys().next().value ?? '');
      // Reported by the file.
      inTurn(() => file.save(`${JSON.stringify(Object.fromEntries(uses))}\n`)).catch(() => undefined);
    },
  };
}
