/** Invalid bytes. Readers treat them as a gap; nothing is repaired in place. */
export class DamageError extends Error {
  override name = 'DamageError';
}

/** A file or record of an unknown, newer version. It is left unchanged. */
export class NewerVersionError extends Error {
  override name = 'NewerVersionError';
}
