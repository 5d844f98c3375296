/** Programs of the watched host. */
export interface Programs {
  /** Runs a program by its argument list, without a shell. Never rejects: the outcome says what happened. */
  run(argv: readonly string[], limits: RunLimits): Promise<RunOutcome>;
  /** Starts a program that stays, without a shell and at low priority. Never throws: the first question says what happened. */
  startDaemon(argv: readonly string[], limits: DaemonLimits): Daemon;
}

export interface DaemonLimits {
  /** For one answer. */
  timeoutMs: number;
  /** Output beyond this many bytes from one question to the next ends the program. */
  maxBytes: number;
}

export interface Daemon {
  /**
   * Sends an empty line; resolves with what the program writes, up to an empty line. Rejects with the reason, without a full stop,
   * after it has ended the process group. One question at a time.
   */
  ask(): Promise<string>;
}

export interface RunLimits {
  timeoutMs: number;
  /** Output beyond this many bytes ends the program. */
  maxBytes: number;
  /** Written to its standard input; default: it has none. */
  input?: string;
  /** Runs it after everything else that wants the processor. */
  isNice?: boolean;
  /** Kills what the program leaves running when it ends; default: that goes on. */
  endsGroup?: boolean;
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
