/** Errors that end a start: each message is whole sentences for the user, one line per problem. */

/** The configuration file cannot be used as it is. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The command line asks for something that does not exist; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
