/** A value that is not what its option expects; the message says what was expected. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}
