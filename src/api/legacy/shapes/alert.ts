/** Events as arrays whose members have their meaning by position. */
import type { Json, PluginValue, Served } from '../../../core/served.ts';
import type { Latest, Shape } from '../shape.ts';
import { processEntry } from './processlist.ts';

/** Older versions kept no more. */
const MOST = 10;

export const alert: Shape = {
  from: ['processlist'],
  whole(value: PluginValue, latest: Latest) {
    const events = (value as Served[]).slice(0, MOST);
    const find = finder(events, latest);
    return events.map(
      (event) =>
        [
          event['begin'],
          event['end'],
          event['state'],
          event['type'],
          event['max'],
          event['avg'],
          event['min'],
          event['sum'],
          event['count'],
          isCritical(event) ? topOf(event).map(find) : [],
          event['desc'] ?? '',
          event['sort'],
        ] as Json[],
    );
  },
};

const isCritical = (event: Served): boolean => event['state'] === 'CRITICAL';

const topOf = (event: Served): string[] => (Array.isArray(event['top']) ? (event['top'] as string[]) : []);

/** Finds an event's processes: the busiest of each name in the latest list; only the name for ended ones. */
function finder(events: readonly Served[], latest: Latest): (name: string) => Served {
  const wanted = new Set(events.filter(isCritical).flatMap(topOf));
  const found = new Map<string, Served>();
  if (wanted.size > 0) {
    for (const process of (latest('processlist') ?? []) as Served[]) {
      const name = String(process['name']);
      if (wanted.has(name) && !found.has(name)) found.set(name, processEntry(process));
    }
  }
  return (name) => found.get(name) ?? { name };
}
