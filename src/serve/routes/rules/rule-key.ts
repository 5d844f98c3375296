/** Texts that fit a line of the file of rules. */

/** Characters of a key or a value. */
export const MOST_TEXT = 1000;

export const isLine = (value: string): boolean => !/\p{Cc}/u.test(value);

/** Whether a line of the file that begins with the key is read as that key. */
export const isKey = (key: string): boolean =>
  key.length <= MOST_TEXT && key === key.trim() && /^[^#;[=:][^=:]*$/.test(key) && isLine(key);
