import type { Host } from '../../../core/host.ts';
import { constant, flag, gauge } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { TCP_STATES, type TcpStateCounts } from '../../linux/net-tcp.ts';
import { createTcpStates } from './tcp-states.ts';

const ofSockets = { nullWhen: '/proc/net/tcp cannot be read' } as const;
const inState = (state: string, description: string) =>
  gauge('number', description, {
    ...ofSockets,
    metric: { name: '', help: 'TCP sockets by state.', series: ['state', state] },
  });
const ofFirewall = {
  nullWhen: 'the firewall tracks no connections, or its counts cannot be read',
} as const;

const fields = {
  net_connections_enabled: flag(null, 'Whether TCP sockets can be read.'),
  nf_conntrack_enabled: flag(null, 'Whether connection tracking of the firewall can be read.'),
  LISTEN: inState('listen', 'Sockets waiting for connections.'),
  ESTABLISHED: inState('established', 'Open connections.'),
  SYN_SENT: inState('syn_sent', 'Connections being opened from here.'),
  SYN_RECV: inState('syn_recv', 'Connections being opened from elsewhere.'),
  FIN_WAIT1: inState('fin_wait1', 'Connections closed here; the other side has not confirmed it.'),
  FIN_WAIT2: inState('fin_wait2', 'Connections closed here; the other side has not closed them.'),
  TIME_WAIT: inState('time_wait', 'Closed connections that wait for late segments.'),
  CLOSE: inState('close', 'Sockets without a connection.'),
  CLOSE_WAIT: inState(
    'close_wait',
    'Connections that the other side has closed, and the program here has not.',
  ),
  LAST_ACK: inState('last_ack', 'Connections closed by both sides; the last confirmation is missing.'),
  CLOSING: inState('closing', 'Connections closed by both sides at once.'),
  initiated: gauge('number', 'Connections being opened.', ofSockets),
  terminated: gauge('number', 'Connections being closed.', ofSockets),
  nf_conntrack_count: gauge('number', 'Connections that the firewall tracks.', {
    ...ofFirewall,
    metric: { name: 'nf_conntrack_entries' },
  }),
  nf_conntrack_max: constant(
    'number',
    'Maximum number of connections that the firewall can track.',
    ofFirewall,
  ),
  nf_conntrack_percent: gauge('percent', 'Tracked connections as a share of the maximum.', {
    ...ofFirewall,
    // The maximum may be lowered below the current count.
    cappedUpTo: 10_000,
    level: { header: 'nf_conntrack_percent', limits: [70, 80, 90] },
  }),
};

const NO_TCP = {
  LISTEN: null,
  ESTABLISHED: null,
  SYN_SENT: null,
  SYN_RECV: null,
  FIN_WAIT1: null,
  FIN_WAIT2: null,
  TIME_WAIT: null,
  CLOSE: null,
  CLOSE_WAIT: null,
  LAST_ACK: null,
  CLOSING: null,
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

const OPENING = ['SYN_SENT', 'SYN_RECV'] as const;
const CLOSING = [
  'FIN_WAIT1',
  'FIN_WAIT2',
  'TIME_WAIT',
  'CLOSE',
  'CLOSE_WAIT',
  'LAST_ACK',
  'CLOSING',
] as const;

function tcpReading(counts: TcpStateCounts) {
  const count = (state: keyof typeof TCP_STATES): number => counts[TCP_STATES[state]] ?? 0;
  const states = {
    LISTEN: count('listen'),
    ESTABLISHED: count('established'),
    SYN_SENT: count('synSent'),
    SYN_RECV: count('synRecv'),
    FIN_WAIT1: count('finWait1'),
    FIN_WAIT2: count('finWait2'),
    TIME_WAIT: count('timeWait'),
    CLOSE: count('close'),
    CLOSE_WAIT: count('closeWait'),
    LAST_ACK: count('lastAck'),
    CLOSING: count('closing'),
  };
  const sum = (names: readonly (keyof typeof states)[]): number =>
    names.reduce((total, name) => total + states[name], 0);
  return { ...states, initiated: sum(OPENING), terminated: sum(CLOSING) };
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
