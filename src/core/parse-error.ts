/** Input that does not have the form its source promises. The message names the file and what was wrong. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
}
