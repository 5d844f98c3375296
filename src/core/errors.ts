/** Errors that end a start: each message is whole sentences for the user, one line per problem. */

/** Unusable configuration. Exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  /** @param warnings about names that are ignored: one of them may be what a mistake comes from, such as a key without its value */
  constructor(problems: readonly string[], warnings: readonly string[] = []) {
    super([...problems, ...warnings].join('\n'));
    this.problems = problems;
  }
}

/** Returns the problems of the {@link ConfigError} that `check` throws; rethrows other errors. */
export function problemsOf(check: () => unknown): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/** Unusable command line, environment, or file named there. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const EXIT_USAGE = 2;
export const EXIT_FAILURE = 1;

/** Request that failed on this host. Exit code 1, or the one that existing scripts expect. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode = EXIT_FAILURE) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Invalid arguments; the message is followed by the usage. Exit code 2. */
export class SyntaxProblem extends UsageError {}
