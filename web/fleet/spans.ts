/** Times that histories of servers can be looked back over, named as everywhere on the pages. */
import { RANGES } from '../time/window.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const OF_SERVERS: ReadonlySet<number> = new Set([HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY]);

export const SPANS = RANGES.filter(({ seconds }) => OF_SERVERS.has(seconds));
