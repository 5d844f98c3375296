import { say } from '../../../core/said.ts';
import { counter, derived } from '../../../core/fields.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import type { Host } from '../../../core/host.ts';
import { orNull } from '../../../core/or-null.ts';
import type { Served } from '../../../core/served.ts';
import { percentOf } from '../../linux/percent.ts';
import { createNetSnmpReader, type ProtocolCounters } from '../../linux/net-snmp.ts';

/** Of the segments since the previous sample; null while there were none. */
function share({ sent, retransmitted }: Served): number | null {
  return (sent as number) > 0 ? percentOf(retransmitted as number, sent as number) : null;
}

/** Counters have 32 bits on machines of 32 bits. */
const SEGMENTS = { bits: 32, fastest: 100e6 } as const;

const fields = {
  sent: counter('number', 'Segments sent.', SEGMENTS),
  retransmitted: counter('number', 'Segments retransmitted.', SEGMENTS),
  retransmitted_percent: derived('percent', 'Share of segments that were retransmitted.', share, {
    nullWhen: 'no segments were sent',
    // Segments sent again are not among those sent, so there may be more of them.
    cappedUpTo: 1e9,
    metric: 'skip',
  }),
  receive_errors: counter('number', 'Segments received with errors.', SEGMENTS),
  listen_drops: counter('number', 'Connections refused because the queue of a listening socket was full.', {
    ...SEGMENTS,
    sparse: true,
  }),
};

const SHOWN: Readonly<Record<string, ReadonlySet<string>>> = {
  Tcp: new Set(['OutSegs', 'RetransSegs', 'InErrs']),
  TcpExt: new Set(['ListenDrops']),
};
const SNMP = '/proc/net/snmp';
const NETSTAT = '/proc/net/netstat';

/** Segments of TCP, with retransmissions: /proc/net/snmp and netstat (RFC 4022, Documentation/networking/snmp_counter.rst). */
export default definePlugin({
  name: 'tcp',
  shape: 'object',
  description: 'Segments of TCP, with retransmissions.',
  fields,
  create({ host }) {
    const parse = createNetSnmpReader((protocol, name) => SHOWN[protocol]?.has(name) === true);
    return {
      read() {
        const tcp = parse(host.readKept(SNMP)).get('Tcp');
        if (tcp === undefined) throw new Unsupported(say('{path} has no counters of TCP', { path: SNMP }));
        const drops = readNetstat(host, parse)?.get('TcpExt')?.get('ListenDrops');
        return {
          sent: tcp.get('OutSegs') ?? 0,
          retransmitted: tcp.get('RetransSegs') ?? 0,
          receive_errors: tcp.get('InErrs') ?? 0,
          ...(drops !== undefined && { listen_drops: drops }),
        };
      },
    };
  },
});

/** Null: the file is missing, as in some containers. */
const readNetstat = (host: Host, parse: (bytes: Uint8Array) => ProtocolCounters): ProtocolCounters | null =>
  orNull(() => parse(host.readKept(NETSTAT)));
