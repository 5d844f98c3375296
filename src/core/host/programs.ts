/** Programs of the watched host. */
export interface Programs {
  /** Runs a program by its argument list, without a shell. Never rejects: the outcome says what happened. */
  run(argv: readonly string[], limits: RunLimits): Promise<RunOutcome>;
}

export interface RunLimits {
  timeoutMs: number;
  /** Output beyond this many bytes ends the program. */
  maxBytes: number;
  /** Written to its standard input; default: it has none. */
  input?: string;
  /** Runs it after everything else that wants the processor. */
  isNice?: boolean;
  /** Ends the program when it is aborted. */
  signal?: AbortSignal;
}

export interface RunOutcome {
  /** Exit code, or null when the program could not be started, was killed or timed out. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** Why there is no exit code, in words. */
  failure: string | null;
}
