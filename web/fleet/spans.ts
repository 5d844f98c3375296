/** Ranges of server histories, named as on all pages. */
import { DAY, HOUR, RANGES, YEAR } from '../time/ranges.ts';

const OF_SERVERS: ReadonlySet<number> = new Set([HOUR, DAY, 7 * DAY, 30 * DAY, YEAR]);

export const SPANS = RANGES.filter(({ seconds }) => OF_SERVERS.has(seconds));
