/**
 * The files of a machine at one moment: path without a leading slash (`proc/stat`) → what is there. A folder exists
 * when something is in it.
 */
export type Tree = Map<string, TreeEntry>;

/**
 * The content of a file as a byte string (latin1, one character per byte), because names in `/proc` are bytes and need
 * not be valid UTF-8; or a symbolic link; or a file that could not be read.
 */
export type TreeEntry = string | { readonly linkTo: string } | { readonly isRefused: true };

/** The bytes of a text's UTF-8 form, as a byte string. */
export function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The content of a JSON file, indented. */
export function json(value: unknown): string {
  return utf8(`${JSON.stringify(value, null, 2)}\n`);
}

/** True when both trees have the same at a path. */
export function isSame(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
