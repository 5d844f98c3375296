/** The thing behind a file of the kernel has been removed; there may be another one in its place. */
const GONE: ReadonlySet<unknown> = new Set(['ENODEV', 'ENOENT', 'ENXIO', 'ESRCH']);

export const isGone = (error: unknown): boolean => GONE.has((error as { code?: unknown } | null)?.code);
