/** Bounds of sources that users configure. */

/** Bytes of one reading. */
export const MOST_BYTES = 256 * 1024;
/** Exporters answer with more than scripts do, of which `only` takes a part. */
export const MOST_URL_BYTES = 8 * MOST_BYTES;
/** Series of one source. */
export const MOST_OF_SOURCE = 500;
/** Series of all sources together. */
export const MOST_IN_ALL = 5000;
export const LONGEST_NAME = 200;
export const LONGEST_LABEL_VALUE = 1024;
export const MOST_LABELS = 32;
export const LONGEST_TEXT = 500;
/** Refused lines that are kept with their reasons; the others are counted. */
export const MOST_REFUSED = 20;
/** A source that fails keeps its last values for so many periods. */
export const KEPT_PERIODS = 3;
