/** HOST_OFFLINE: a server of a hub does not answer. */
import { defineFailureRule, defineFeed, UNREAD } from '../../core/failure-rule.ts';
import { integerOption } from '../../core/options.ts';
import type { FleetOutages, OfflineServer } from '../../core/outages.ts';
import { saying } from '../../core/said.ts';

/** A hub publishes it every few seconds. */
export const fleetFeed = defineFeed<FleetOutages>('fleet');

export const hostOffline = defineFailureRule({
  name: 'HOST_OFFLINE',
  description:
    'On a hub: a server that was online does not answer for host_offline_after and at three attempts, or for host_offline_stopped_after if its agent announced a stop. The alert ends with its next answer.',
  level: 'CRITICAL',
  inputs: { fleet: fleetFeed },
  serversOf: ({ subject }) => (subject === null ? [] : [subject]),
  // The gateway is pinged every 30 s, and fails twice.
  delay: 15,
  parents: { NET_DOWN: 'interface', PORT_DOWN: 'gateway' },
  options: {
    host_offline_after: integerOption(
      60,
      'Seconds without an answer after which HOST_OFFLINE begins.',
      [10, 86_400],
    ),
    host_offline_stopped_after: integerOption(
      900,
      'The same of a server whose agent was stopped as planned, by its service manager.',
      [10, 2_592_000],
    ),
  },
  create:
    () =>
    ({ values: { fleet }, ongoing }) => {
      if (fleet === null) return UNREAD;
      const isMeant = ({ id, isConfirmed, isInMass }: OfflineServer): boolean =>
        !isInMass && (isConfirmed || ongoing.has(id));
      return {
        findings: fleet.offline.filter(isMeant).map(({ id, name, reason, hop }) => ({
          subject: id,
          label: name,
          ...(reason === null
            ? saying('{name} does not answer.', { name })
            : saying('{name} does not answer: {reason}.', { name, reason })),
          ...(hop !== null && { details: { ...hop } }),
        })),
        unknown: fleet.unknown,
      };
    },
});
