/** Reads an incident file. It comes from anywhere: its size, its form and every member are checked. */
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import { errorCode } from '../../core/files/error-code.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { parseJsonInSlices } from '../../core/parse-json.ts';
import { flawOf, FORMAT, type Incident } from './incident.ts';

const gunzip = promisify(gunzipWithCallback);
/** A few times as much as the largest that is written. */
const MOST_PACKED = 64 * 2 ** 20;
const MOST_UNPACKED = 256 * 2 ** 20;

/** The message is a sentence that names the file. */
export class IncidentProblem extends Error {
  override readonly name = 'IncidentProblem';
}

/** Rejects with an `IncidentProblem`. */
export async function readIncident(path: string): Promise<Incident> {
  const value = await parseJsonInSlices(await unpack(path)).catch(() => {
    throw new IncidentProblem(`${path} is damaged: it holds no JSON.`);
  });
  const { format } = (value ?? {}) as Partial<Record<'format', unknown>>;
  if (typeof format === 'number' && format > FORMAT)
    throw new IncidentProblem(`${path} was written by a newer Gander: update this one to open it.`);
  const flaw = flawOf(value);
  if (flaw !== null)
    throw new IncidentProblem(`${path} is damaged, or no incident file of Gander: its "${flaw}" is wrong.`);
  return value as Incident;
}

async function unpack(path: string): Promise<string> {
  try {
    const bytes = await gunzip(readSmallFile(path, MOST_PACKED), { maxOutputLength: MOST_UNPACKED });
    return bytes.toString();
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EFBIG' || code === 'ERR_BUFFER_TOO_LARGE')
      throw new IncidentProblem(`${path} is too large for an incident file of Gander.`);
    if (code.startsWith('Z_'))
      throw new IncidentProblem(`${path} is damaged, or no incident file of Gander: it cannot be unpacked.`);
    throw new IncidentProblem(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}
