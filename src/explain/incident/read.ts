/** Reads an incident file. It comes from anywhere: its size, its form and every member are checked. */
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import { errorCode } from '../../core/files/error-code.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { parseJsonInSlices } from '../../core/parse-json.ts';
import { memberOf } from '../../core/members.ts';
import { flawOf, FORMAT, type Incident, isIncident } from './incident.ts';

const gunzip = promisify(gunzipWithCallback);
/** A few times as much as the largest that is written. */
export const MOST_PACKED = 64 * 2 ** 20;
const MOST_UNPACKED = 256 * 2 ** 20;

/** Unusable incident file. The message is a sentence that names it. */
export class IncidentProblem extends Error {
  override readonly name = 'IncidentProblem';
}

/** Rejects with an `IncidentProblem`. */
export async function readIncident(path: string): Promise<Incident> {
  try {
    return await incidentIn(readSmallFile(path, MOST_PACKED), path);
  } catch (error) {
    if (error instanceof IncidentProblem) throw error;
    if (errorCode(error) === 'EFBIG') throw new IncidentProblem(tooLarge(path));
    throw new IncidentProblem(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Parses the bytes of a file. @param path name of the file in messages */
export async function incidentIn(bytes: Uint8Array, path: string): Promise<Incident> {
  const value = await parseJsonInSlices(await unpack(bytes, path)).catch(() => {
    throw new IncidentProblem(`${path} is damaged: it holds no JSON.`);
  });
  const format = memberOf(value, 'format');
  if (typeof format === 'number' && format > FORMAT)
    throw new IncidentProblem(`${path} was written by a newer Gander: update this one to open it.`);
  if (isIncident(value)) return value;
  throw new IncidentProblem(`${path} is damaged, or no incident file of Gander: ${flawOf(value)}.`);
}

async function unpack(bytes: Uint8Array, path: string): Promise<string> {
  try {
    return (await gunzip(bytes, { maxOutputLength: MOST_UNPACKED })).toString();
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw new IncidentProblem(tooLarge(path));
    throw new IncidentProblem(`${path} is damaged, or no incident file of Gander: it cannot be unpacked.`);
  }
}

const tooLarge = (path: string): string => `${path} is too large for an incident file of Gander.`;
