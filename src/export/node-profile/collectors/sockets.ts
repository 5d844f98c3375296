import type { Host } from '../../../core/host.ts';
import { parseConntrackStat } from '../../../measure/linux/conntrack-stat.ts';
import { countArpEntries } from '../../../measure/linux/net-arp.ts';
import { createNamedCountersReader } from '../../../measure/linux/named-counters.ts';
import { createNetSnmpReader } from '../../../measure/linux/net-snmp.ts';
import { countTcpStates, TCP_STATES } from '../../../measure/linux/net-tcp.ts';
import { parseSocketQueues } from '../../../measure/linux/net-udp.ts';
import { parseSockstat } from '../../../measure/linux/sockstat.ts';
import { parseSoftnetStat } from '../../../measure/linux/softnet-stat.ts';
import { numberAt } from '../number-at.ts';
import type { Collector, Put } from '../collector.ts';
import { whileSame } from '../while-same.ts';
import { orNull } from '../../../core/or-null.ts';

/** Missing on hosts without IPv6. */
function optional<T>(read: () => T, without: T): T {
  return orNull(read) ?? without;
}

const COUNTERS: Readonly<Record<string, RegExp>> = {
  Icmp: /^(?:InMsgs|OutMsgs)$/,
  Icmp6: /^(?:InMsgs|OutMsgs)$/,
  Ip: /^Forwarding$/,
  Ip6: /^(?:InOctets|OutOctets)$/,
  IpExt: /^(?:InOctets|OutOctets)$/,
  Tcp: /^(?:ActiveOpens|PassiveOpens|InSegs|OutSegs|OutRsts|RetransSegs|CurrEstab|MaxConn)$/,
  TcpExt: /^(?:Listen.*|Syncookies.*|TCPSynRetrans|TCPTimeouts|TCPOFOQueue|TCPRcvQDrop)$/,
  Udp: /^(?:InDatagrams|OutDatagrams|NoPorts|RcvbufErrors|SndbufErrors)$/,
  Udp6: /^(?:InDatagrams|OutDatagrams|NoPorts|RcvbufErrors|SndbufErrors)$/,
};
/** For every protocol. */
const ERRORS = /^(?:InErrors|InErrs)$/;

export const netstat: Collector = {
  name: 'netstat',
  isUntyped: true,
  collect(host, put, kept) {
    const { read, read6 } = kept('netstat', () => ({
      read: createNetSnmpReader(isCounter),
      read6: createNamedCountersReader((name) => isCounter(...protocolIn(name))),
    }));
    for (const file of ['netstat', 'snmp'])
      for (const [protocol, counters] of read(host.read(`/proc/net/${file}`)))
        for (const [name, value] of counters) putCounter(put, protocol, name, value);
    for (const [name, value] of optional(() => read6(host.read('/proc/net/snmp6')), []))
      putCounter(put, ...protocolIn(name), value);
  },
};

const isCounter = (protocol: string, name: string): boolean =>
  ERRORS.test(name) || COUNTERS[protocol]?.test(name) === true;

const putCounter = (put: Put, protocol: string, name: string, value: number): void =>
  put(`node_netstat_${protocol}_${name}`, `${name} of ${protocol}.`, value);

/** `Ip6InOctets`: the protocol's name ends with its version. */
function protocolIn(name: string): [protocol: string, name: string] {
  const end = name.indexOf('6') + 1;
  return [name.slice(0, end), name.slice(end)];
}

/** `sockets` has one number; `mem` is in pages, and exported in bytes too. */
export const sockstat: Collector = {
  name: 'sockstat',
  collect(host, put) {
    const read = (name: string) => parseSockstat(host.read(`/proc/net/${name}`));
    const tables = [...read('sockstat'), ...optional(() => read('sockstat6'), new Map())];
    for (const [protocol, counters] of tables)
      for (const [name, value] of counters) {
        put(`node_sockstat_${protocol}_${name}`, `${name} of ${protocol} sockets.`, value);
        if (name === 'mem')
          put(`node_sockstat_${protocol}_mem_bytes`, `Memory of ${protocol} sockets.`, value * host.pageSize);
      }
  },
};

export const softnet: Collector = {
  name: 'softnet',
  collect(host, put) {
    for (const core of parseSoftnetStat(host.read('/proc/net/softnet_stat'))) {
      const label = ['cpu', String(core.cpu)] as const;
      put('node_softnet_processed_total', 'Packets processed.', core.processed, label);
      put('node_softnet_dropped_total', 'Packets dropped: the queue was full.', core.dropped, label);
      put('node_softnet_times_squeezed_total', 'Rounds that ran out of budget.', core.timeSqueezed, label);
      put('node_softnet_received_rps_total', 'Wake-ups by another core.', core.receivedRps, label);
      put('node_softnet_flow_limit_count_total', 'Packets dropped by limit.', core.flowLimitCount, label);
    }
  },
};

export const arp: Collector = {
  name: 'arp',
  collect(host, put, kept) {
    const count = kept('arp', () => whileSame(countArpEntries));
    for (const [device, entries] of count(host.read('/proc/net/arp')))
      put('node_arp_entries', 'Neighbours known.', entries, ['device', device]);
  },
};

export const udpQueues: Collector = {
  name: 'udp_queues',
  collect(host, put) {
    for (const [ip, path] of [
      ['v4', '/proc/net/udp'],
      ['v6', '/proc/net/udp6'],
    ] as const) {
      const queues = optional(() => parseSocketQueues(host.read(path)), null);
      const help = 'Bytes that wait in UDP sockets.';
      put('node_udp_queues', help, queues && queues.sending, ['queue', 'tx'], ['ip', ip]);
      put('node_udp_queues', help, queues && queues.receiving, ['queue', 'rx'], ['ip', ip]);
    }
  },
};

const STATE_NAMES: Readonly<Record<string, string>> = {
  synSent: 'syn_sent',
  synRecv: 'syn_recv',
  finWait1: 'fin_wait1',
  finWait2: 'fin_wait2',
  timeWait: 'time_wait',
  closeWait: 'close_wait',
  lastAck: 'last_ack',
};

/** Optional, since it walks all sockets. */
export const tcpstat: Collector = {
  name: 'tcpstat',
  isOptional: true,
  collect(host, put) {
    const counts = [4, 6].map((version) => tcpTable(host, version));
    const help = 'TCP sockets by state.';
    for (const [state, code] of Object.entries(TCP_STATES)) {
      const count = counts.reduce((sum, { states }) => sum + (states[code] ?? 0), 0);
      put('node_tcp_connection_states', help, count, ['state', STATE_NAMES[state] ?? state]);
    }
    const queued = (kind: 'sending' | 'receiving') =>
      counts.reduce((sum, { queues }) => sum + queues[kind], 0);
    put('node_tcp_connection_states', help, queued('receiving'), ['state', 'rx_queued_bytes']);
    put('node_tcp_connection_states', help, queued('sending'), ['state', 'tx_queued_bytes']);
  },
};

function tcpTable(host: Host, version: number) {
  const path = version === 4 ? '/proc/net/tcp' : '/proc/net/tcp6';
  const states = optional(() => countTcpStates(host.read(path)), []);
  const queues = optional(() => parseSocketQueues(host.read(path)), { sending: 0, receiving: 0 });
  return { states, queues };
}

const CONNTRACK = '/proc/sys/net/netfilter';
const CONNTRACK_EVENTS = 'found invalid ignore insert insert_failed drop early_drop search_restart'.split(
  ' ',
);

export const conntrack: Collector = {
  name: 'conntrack',
  collect(host, put, kept) {
    put(
      'node_nf_conntrack_entries',
      'Connections tracked.',
      numberAt(host, `${CONNTRACK}/nf_conntrack_count`),
    );
    put(
      'node_nf_conntrack_entries_limit',
      'Most there can be.',
      numberAt(host, `${CONNTRACK}/nf_conntrack_max`),
    );
    const parse = kept('conntrack', () => whileSame(parseConntrackStat));
    const events = parse(host.read('/proc/net/stat/nf_conntrack'));
    for (const name of CONNTRACK_EVENTS)
      put(`node_nf_conntrack_stat_${name}`, `${name} of /proc/net/stat/nf_conntrack.`, events.get(name) ?? 0);
  },
};
