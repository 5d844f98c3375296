import { counter, derived, text } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import type { Served } from '../../../core/served.ts';
import { percentOf } from '../../linux/percent.ts';
import { fromInterfaces, interfacesSource } from '../../sources/interfaces.ts';

const LOST = ['received_errors', 'sent_errors', 'received_dropped', 'sent_dropped'] as const;

const sumOf = (served: Served, members: readonly string[]): number =>
  members.reduce((sum, member) => sum + (served[member] as number), 0);

/** Of the packets since the previous sample, both ways; null while there were none. */
function lost(served: Served): number | null {
  const bad = sumOf(served, LOST);
  const all = bad + sumOf(served, ['received', 'sent']);
  return all === 0 ? null : percentOf(bad, all);
}

/** Bounded by what 10 Gbit/s carry. Counters have 32 bits on 32-bit machines. */
const PACKETS = { bits: 32, fastest: 15e6 } as const;

const fields = {
  interface_name: text('Name of the interface.', { metric: { label: 'interface' } }),
  received: counter('number', 'Packets received.', PACKETS),
  sent: counter('number', 'Packets sent.', PACKETS),
  // No default thresholds: the kernel also counts packets without a listener as dropped.
  lost: derived('percent', 'Share of packets, both ways, that were dropped or faulty.', lost, {
    nullWhen: 'no packets passed',
    metric: 'skip',
    level: { header: 'lost' },
  }),
  received_errors: counter('number', 'Packets received that were faulty.', PACKETS),
  sent_errors: counter('number', 'Packets that could not be sent.', PACKETS),
  received_dropped: counter('number', 'Packets received that were dropped.', PACKETS),
  sent_dropped: counter('number', 'Packets to be sent that were dropped.', PACKETS),
  alias: text('Configured label of the interface.', { nullWhen: 'no label is configured', metric: 'skip' }),
};

/** Packets, errors and drops of the interfaces that the plugin network shows: /proc/net/dev. */
export default definePlugin({
  name: 'packets',
  shape: 'list',
  key: 'interface_name',
  description: 'Packets of network interfaces, with errors and drops.',
  pacedBy: 'network',
  fields,
  create({ use }) {
    const interfaces = use(interfacesSource);
    return {
      read: () =>
        fromInterfaces(interfaces(), ({ traffic, alias }) => ({
          interface_name: traffic.name,
          received: traffic.packetsRecv,
          sent: traffic.packetsSent,
          received_errors: traffic.errorsRecv,
          sent_errors: traffic.errorsSent,
          received_dropped: traffic.dropsRecv,
          sent_dropped: traffic.dropsSent,
          alias,
        })),
    };
  },
});
