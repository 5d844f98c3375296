import type { Host } from '../../../core/host.ts';
import { constant, flag, gauge } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { TCP_STATES, type TcpStateCounts } from '../../linux/net-tcp.ts';
import { createTcpStates } from './tcp-states.ts';

const inState = (state: string) =>
  ({ name: '', help: 'TCP sockets by state.', series: ['state', state] }) as const;

const ofSockets = { nullWhen: '/proc/net/tcp cannot be read' } as const;
const ofFirewall = {
  nullWhen: 'the firewall tracks no connections, or its counts cannot be read',
} as const;

const fields = {
  net_connections_enabled: flag(null, 'TCP sockets can be read.'),
  nf_conntrack_enabled: flag(null, 'Connection tracking of the firewall can be read.'),
  LISTEN: gauge('number', 'Sockets waiting for connections.', {
    ...ofSockets,
    metric: inState('listen'),
  }),
  ESTABLISHED: gauge('number', 'Open connections.', {
    ...ofSockets,
    metric: inState('established'),
  }),
  SYN_SENT: gauge('number', 'Connections being opened from here.', {
    ...ofSockets,
    metric: inState('syn_sent'),
  }),
  SYN_RECV: gauge('number', 'Connections being opened from elsewhere.', {
    ...ofSockets,
    metric: inState('syn_recv'),
  }),
  initiated: gauge('number', 'Connections being opened.', ofSockets),
  terminated: gauge('number', 'Connections being closed.', ofSockets),
  nf_conntrack_count: gauge('number', 'Connections that the firewall tracks.', {
    ...ofFirewall,
    metric: { name: 'nf_conntrack_entries' },
  }),
  nf_conntrack_max: constant('number', 'Most connections that the firewall can track.', ofFirewall),
  nf_conntrack_percent: gauge('percent', 'Tracked connections as a share of the most possible.', {
    ...ofFirewall,
    // The maximum may be lowered below the present count.
    cappedUpTo: 10_000,
    level: { header: 'nf_conntrack_percent', limits: [70, 80, 90] },
  }),
};

const NO_TCP = {
  LISTEN: null,
  ESTABLISHED: null,
  SYN_SENT: null,
  SYN_RECV: null,
  initiated: null,
  terminated: null,
};
const NO_CONNTRACK = { nf_conntrack_count: null, nf_conntrack_max: null, nf_conntrack_percent: null };

function readConntrack(host: Host): Record<keyof typeof NO_CONNTRACK, number> | null {
  const folder = '/proc/sys/net/netfilter';
  const count = Number(host.readText(`${folder}/nf_conntrack_count`) ?? Number.NaN);
  const max = Number(host.readText(`${folder}/nf_conntrack_max`) ?? Number.NaN);
  return Number.isNaN(count) || Number.isNaN(max)
    ? null
    : {
        nf_conntrack_count: count,
        nf_conntrack_max: max,
        nf_conntrack_percent: (count * 100) / Math.max(1, max),
      };
}

const CLOSING = ['finWait1', 'finWait2', 'timeWait', 'close', 'closeWait', 'lastAck', 'closing'] as const;

function tcpReading(counts: TcpStateCounts) {
  const count = (...states: (keyof typeof TCP_STATES)[]): number =>
    states.reduce((sum, state) => sum + (counts[TCP_STATES[state]] ?? 0), 0);
  return {
    LISTEN: count('listen'),
    ESTABLISHED: count('established'),
    SYN_SENT: count('synSent'),
    SYN_RECV: count('synRecv'),
    initiated: count('synSent', 'synRecv'),
    terminated: count(...CLOSING),
  };
}

/** TCP connections by state: /proc/net/tcp and tcp6; tracked ones: /proc/sys/net/netfilter. */
export default definePlugin({
  name: 'connections',
  shape: 'object',
  description: 'TCP connections by state.',
  weight: 'heavy',
  fields,
  create({ host, notice }) {
    const tcpStates = createTcpStates(host);
    return {
      async read() {
        const tcp = await tcpStates();
        const conntrack = readConntrack(host);
        notice('tcp', tcp === null ? 'cannot read /proc/net/tcp' : null);
        return {
          net_connections_enabled: tcp !== null,
          nf_conntrack_enabled: conntrack !== null,
          ...(tcp ? tcpReading(tcp) : NO_TCP),
          ...(conntrack ?? NO_CONNTRACK),
        };
      },
    };
  },
});
