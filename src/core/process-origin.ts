/** Where a process comes from: beside its entry in the process list, whose members are a frozen contract. */

/** Origin of a process; the same object until something in it changes. */
export interface Origin {
  /** Number of the parent; 0: none. */
  readonly ppid: number;
  /** Start, in seconds since 1970; null where the kernel does not say when it was booted. */
  readonly create_time: number | null;
  /** Unit of systemd (`nginx.service`); null: none; missing until it has been read. */
  readonly unit?: string | null;
  /** Id of the container, or its name where the engine uses that; likewise. */
  readonly container?: string | null;
}
