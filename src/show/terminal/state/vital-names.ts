/** Names under which the vital signs are hidden. Network and disks have sections of their own too, with other names. */

/** Hidden by `4`: all but the quick look and the load. */
export const BESIDE_QUICK_LOOK = ['cpu', 'mem', 'memswap', 'gpu', 'network vital', 'diskio vital'] as const;

/** Hidden by `5`: all of them, with the map of the cores. */
export const ALL_VITAL = [...BESIDE_QUICK_LOOK, 'quicklook', 'load'] as const;
