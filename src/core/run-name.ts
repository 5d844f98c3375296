/** Tells the snapshots of one run of a server from those of another. No secret: node:crypto would take 3 ms of the start. */
export const runName = (): string =>
  Math.trunc(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
