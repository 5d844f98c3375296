/** The wall clock of one process, set by libfaketime. Its monotonic clock stays that of the kernel, as on a machine whose clock is set. */
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FakeTime {
  /** For the process. */
  readonly env: Readonly<Record<string, string>>;
  /** Puts its clock ahead by these seconds, effective within a second. */
  set(seconds: number): void;
}

const LIBRARIES = '/usr/lib';

/** Null where libfaketime is not installed. */
export function createFakeTime(folder: string): FakeTime | null {
  const library = readdirSync(LIBRARIES)
    .map((name) => join(LIBRARIES, name, 'faketime/libfaketimeMT.so.1'))
    .find((path) => existsSync(path));
  if (library === undefined) return null;
  const path = join(folder, 'wall-clock');
  const set = (seconds: number): void => {
    writeFileSync(`${path}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${path}.new`, path);
  };
  set(0);
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: path,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
  return { env, set };
}
