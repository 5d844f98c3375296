/** The common input and outcome of every way of sending. */

export interface SendContext {
  /** Ends the try. */
  signal: AbortSignal;
  /** Certificates of authorities, PEM; null: those of the system. */
  ca: string | null;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The outcome of one attempt. */
export interface Outcome {
  readonly isSent: boolean;
  /** The answer, or why there is none; part of a sentence. It may repeat what the target was sent. */
  readonly answer: string;
  /** False when another try would end the same way. */
  readonly mayRetry: boolean;
  /** Milliseconds for which the target asked to be left alone, null when it did not. */
  readonly retryAfterMs: number | null;
}

/** A try that may be repeated. */
export const failed = (answer: string, retryAfterMs: number | null = null): Outcome => ({
  isSent: false,
  answer,
  mayRetry: true,
  retryAfterMs,
});

/** A try that need not be repeated. */
export const refused = (answer: string): Outcome => ({
  isSent: false,
  answer,
  mayRetry: false,
  retryAfterMs: null,
});

export const sent = (answer: string): Outcome => ({
  isSent: true,
  answer,
  mayRetry: false,
  retryAfterMs: null,
});
