/** Texts that fit a line of the file of rules. */

/** Characters of a key or a value. */
export const MOST_TEXT = 1000;

export const isLine = (value: string): boolean => !/\p{Cc}/u.test(value);

/** True if the configuration's syntax allows the key at the start of a line. */
export const isKey = (key: string): boolean =>
  key.length <= MOST_TEXT && key === key.trim() && /^[^#;[=:][^=:]*$/.test(key) && isLine(key);
