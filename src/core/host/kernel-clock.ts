/** Kernel clock as adjtimex(2) reports it. */
export interface KernelClock {
  /** Changes nothing. Null where system calls cannot be made: the optional package koffi is missing, or the host is another machine. */
  adjtimex(): Promise<TimexAnswer | null>;
}

export interface TimexAnswer {
  /** Result of the call: 5 (TIME_ERROR) while the clock is not synchronized. */
  state: number;
  /** `struct timex` of a 64-bit, little-endian machine. */
  bytes: Uint8Array;
}
