/** Servers of the field show secrets among the limits of plugins: they are masked on the way through. */
import { isSecretKey, REDACTED } from '../core/redact.ts';

/** The same JSON, with secrets masked; bytes that are no JSON become null. */
export function maskLimits(body: Buffer): Buffer {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'), (key, inner: unknown) => (isSecretKey(key) ? REDACTED : inner));
  } catch {
    value = null;
  }
  return Buffer.from(JSON.stringify(value));
}
