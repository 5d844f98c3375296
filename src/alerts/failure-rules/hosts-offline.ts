/** HOSTS_OFFLINE: many servers of a hub went offline at once. */
import { allRead, defineFailureRule, UNREAD } from '../../core/failure-rule.ts';
import type { FirstHop } from '../../core/host.ts';
import type { OfflineServer } from '../../core/outages.ts';
import { fleetFeed } from './host-offline.ts';
import { saying } from '../../core/said.ts';

const MOST_NAMED = 20;
const LONGEST_IDS = 4000;

export const hostsOffline = defineFailureRule({
  name: 'HOSTS_OFFLINE',
  description:
    'On a hub: more than 3 servers, or a third of them, go offline within 30 s. The alert ends when all of them answer again.',
  level: 'CRITICAL',
  inputs: { fleet: fleetFeed },
  serversOf: ({ details }) => String(details?.['servers'] ?? '').split(' '),
  delay: 15,
  parents: { NET_DOWN: 'interface', PORT_DOWN: 'gateway' },
  create: () => {
    /** Servers that went offline since all were last online. */
    let members = new Map<string, string>();
    return ({ values: { fleet }, ongoing }) => {
      if (fleet === null) return UNREAD;
      // Before a restart.
      const kept = new Set(String(ongoing.get('')?.details['servers'] ?? '').split(' '));
      const missing = fleet.offline.filter(({ id, isInMass }) => isInMass || kept.has(id));
      if (missing.length === 0) {
        members = new Map();
        return { findings: [], unknown: fleet.unknown.some((id) => kept.has(id)) ? 'all' : [] };
      }
      for (const { id, name } of missing) members.set(id, name);
      const names = [...members.values()];
      const more = names.length - MOST_NAMED;
      const values = { count: names.length, names: names.slice(0, MOST_NAMED) };
      return allRead([
        {
          subject: null,
          value: names.length,
          ...(more > 0
            ? saying('{count} servers do not answer: {names} and {more} more.', { ...values, more })
            : saying('{count} servers do not answer: {names}.', values)),
          details: {
            servers: [...members.keys()].join(' ').slice(0, LONGEST_IDS),
            ...sharedHop(missing),
          },
        },
      ]);
    };
  },
});

/** Returns the interface and the gateway that all servers have in common. */
function sharedHop(servers: readonly OfflineServer[]): Partial<FirstHop> {
  const shared = (key: keyof FirstHop) => {
    const [first, ...others] = new Set(servers.map(({ hop }) => hop?.[key]));
    return first !== undefined && others.length === 0 ? { [key]: first } : {};
  };
  return { ...shared('interface'), ...shared('gateway') };
}
