/** Current values of a server pass the declared ranges before a hub relays them: an impossible number is null. */
import type { ServedMember } from '../../core/served.ts';
import { createPartCheck } from '../../core/foreign-values.ts';
import type { Plugin } from '../../core/plugin.ts';
import { isObject } from '../../core/members.ts';

/** Checks a value in place. True: it has changed it. */
export type RelayedCheck = (value: ServedMember) => boolean;

/** `/api/4/cpu/total`, `/api/3/all`, `/api/processes`. */
const OF_VALUES = /^\/api\/(?:[234]\/([^/]+)|(processes)$)/;
/** Names under which the API serves plugins, too. */
const OTHER_NAMES: Readonly<Record<string, string>> = { docker: 'containers', processes: 'processlist' };

/** Returns the check of the reply to a path, with or without its query; null: it has no such values. */
export type RelayedValues = (path: string) => RelayedCheck | null;

/** Returns the check of the stream events with a name; null: they are no samples. */
export const eventCheck =
  (checkOf: RelayedValues): RelayedValues =>
  (event) =>
    event.includes('/') ? null : checkOf(`/api/4/${event}`);

export function createRelayedValues(registry: readonly Plugin[]): RelayedValues {
  const known = new Map<string, RelayedCheck>();
  const checkOf = (name: string): RelayedCheck | null => {
    const plugin = registry.find((one) => one.name === (OTHER_NAMES[name] ?? name));
    if (plugin === undefined) return null;
    const check = known.get(plugin.name) ?? createPartCheck(plugin);
    known.set(plugin.name, check);
    return check;
  };
  const checkAll: RelayedCheck = (value) => {
    if (!isObject(value)) return false;
    const changed = Object.entries(value).filter(([name, one]) => checkOf(name)?.(one) === true);
    return changed.length > 0;
  };
  return (path) => {
    const [, versioned, bare] = OF_VALUES.exec(path.split('?', 1)[0] ?? '') ?? [];
    const name = versioned ?? bare;
    if (name === undefined) return null;
    return name === 'all' ? checkAll : checkOf(name);
  };
}
