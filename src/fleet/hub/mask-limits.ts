/** Servers of the field show secrets among the limits of plugins: they are masked on the way through. */
import type { Json, JsonObject, Served, ServedMember, Scalar } from '../../core/served.ts';
import { parseJsonInSlices } from '../../core/parse-json.ts';
import { Slice } from '../../core/slice.ts';
import { isSecretKey, publicText, REDACTED } from '../../core/redact.ts';
import { isObject } from '../../core/members.ts';

/** Bytes of limits that are read: ten times what a server has. */
export const MOST_LIMITS = 256 * 1024;

/** Masks secrets in the limits of a plugin, or of all by name; null if malformed. */
export async function maskLimits(body: Buffer): Promise<Buffer | null> {
  try {
    const value = await parseJsonInSlices(body.toString('utf8'));
    if (!isObject(value)) return null;
    return Buffer.from(JSON.stringify(await masked(value, new Slice(), true)));
  } catch {
    // Bytes that are not JSON are not passed on.
    return null;
  }
}

/** Anything that is neither a limit nor the limits of a plugin is left out. */
async function masked(limits: Readonly<Served>, slice: Slice, isOfAll: boolean): Promise<JsonObject> {
  const shown: [string, Json][] = [];
  for (const [key, value] of Object.entries(limits)) {
    const isPlugin = isOfAll && isObject(value);
    shown.push([key, isPlugin ? await masked(value, slice, false) : await limit(key, value, slice)]);
    if (slice.isOver) await slice.next();
  }
  return Object.fromEntries(shown);
}

async function limit(key: string, value: ServedMember, slice: Slice): Promise<Scalar | Scalar[]> {
  if (isSecretKey(key)) return REDACTED;
  if (!Array.isArray(value)) return scalar(key, value);
  const shown: Scalar[] = [];
  for (const one of value) {
    shown.push(scalar(key, one));
    if (slice.isOver) await slice.next();
  }
  return shown;
}

function scalar(key: string, value: ServedMember): Scalar {
  if (typeof value === 'string') return publicText(key, value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
