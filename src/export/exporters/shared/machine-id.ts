import { readSmallFile } from '../../../core/files/read-small-file.ts';
import { orNull } from '../../../core/or-null.ts';

/** machine-id(5), which must not be shown itself. Null if there is none, as in most containers. */
export const machineId = (): string | null =>
  orNull(() => readSmallFile('/etc/machine-id', 100).toString('latin1').trim() || null);
