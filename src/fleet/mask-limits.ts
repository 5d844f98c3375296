/** Servers of the field show secrets among the limits of plugins: they are masked on the way through. */
import { isSecretKey, publicText, REDACTED } from '../core/redact.ts';

/** Bytes of limits that are read: ten times what a server has, and a few milliseconds. */
export const MOST_LIMITS = 256 * 1024;

type Scalar = string | number | boolean | null;

/** The limits of a plugin, or of all by name, with secrets masked; null: these bytes are none. */
export function maskLimits(body: Buffer): Buffer | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? Buffer.from(JSON.stringify(masked(value))) : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Anything that is neither a limit nor the limits of a plugin is left out. */
const masked = (limits: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(limits).map(([key, value]) => [
      key,
      isObject(value) ? ownLimits(value) : limit(key, value),
    ]),
  );

const ownLimits = (limits: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(limits).map(([key, value]) => [key, limit(key, value)]));

function limit(key: string, value: unknown): Scalar | Scalar[] {
  if (isSecretKey(key)) return REDACTED;
  return Array.isArray(value) ? value.map((one) => scalar(key, one)) : scalar(key, value);
}

function scalar(key: string, value: unknown): Scalar {
  if (typeof value === 'string') return publicText(key, value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
