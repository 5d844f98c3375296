/** Bytes that are not as the format says. Readers treat them as a gap; nothing is repaired in place. */
export class DamageError extends Error {
  override name = 'DamageError';
}

/** A file or record of a version that this program does not know. It is left alone. */
export class NewerVersionError extends Error {
  override name = 'NewerVersionError';
}
