/** Networks and disks. */
import type { Served, ServedMember } from '../../../core/served.ts';
import type { Dialect, Member } from '../dialect.ts';

/** The speed counts megabits as 1,048,576. */
const MEGABIT = 2 ** 20;

/** Bytes per second of one direction, as version 5 computes them; 0: unknown. */
const speedOf = ({ speed }: Served): number =>
  typeof speed === 'number' ? (speed / MEGABIT) * (1e6 / 16) : 0;

const PERCENT = 100;

/** Shares of the speed. Thresholds of one interface are bits per second here. */
function asRatio(limit: number, served: Served | null): number | null {
  if (served === null) return limit / PERCENT;
  const speed = served['speed'];
  return typeof speed === 'number' && speed > 0 ? limit / speed : null;
}

const traffic: Member = {
  hasHistory: true,
  normalizedBy: 'bytes_speed_rate_per_sec',
  threshold: asRatio,
};

const total = (from: string): Member => ({ from, isTotal: true, isInternal: true, judgedBy: null });

const lost = (from: string): Member => ({ from: `packets.${from}`, judgedBy: null });
const faulty = (from: string, header: string): Member => ({
  ...lost(from),
  clients: { header, limits: [1, 5, 20] },
});

const hidden = (plugin: string, key: string): Member => ({
  unit: 'bool',
  description: 'Not to be shown: no value was ever above zero, and hide_zero is set.',
  isInternal: true,
  value: (item, { isHidden }) => isHidden(plugin, String(item[key])),
});

const alias: Member = { isInternal: true, isSparse: true };

export const network: Dialect = {
  without: 'bytes_all bytes_all_gauge bytes_all_rate_per_sec speed',
  members: {
    alias,
    bytes_recv: traffic,
    bytes_sent: traffic,
    bytes_recv_cumul: total('bytes_recv'),
    bytes_sent_cumul: total('bytes_sent'),
    errors_in: faulty('received_errors', 'errors_in'),
    errors_out: faulty('sent_errors', 'errors_out'),
    dropped_in: lost('received_dropped'),
    dropped_out: lost('sent_dropped'),
    bytes_speed_rate_per_sec: {
      unit: 'bytespers',
      description: 'Speed of one direction; 0 when unknown.',
      value: speedOf,
    },
    hidden: hidden('network', 'interface_name'),
  },
};

export const diskio: Dialect = {
  members: {
    alias,
    read_count: { isInternal: true },
    write_count: { isInternal: true },
    read_bytes: { hasHistory: true, isStrict: true },
    write_bytes: { hasHistory: true, isStrict: true },
    read_count_cumul: total('read_count'),
    write_count_cumul: total('write_count'),
    read_bytes_cumul: total('read_bytes'),
    write_bytes_cumul: total('write_bytes'),
    read_time: { isInternal: true },
    write_time: { isInternal: true },
    read_latency: { isInternal: true, thresholdField: 'rx_latency' },
    write_latency: { isInternal: true, thresholdField: 'tx_latency' },
    hidden: hidden('diskio', 'disk_name'),
  },
};

export const fs: Dialect = {
  members: {
    alias,
    fs_type: { isInternal: true },
    options: { isInternal: true },
    used: { judgedBy: null },
    percent: { hasHistory: true, judgedBy: 'used' },
  },
  beside: ({ limitsOf }) => ({ free_space: isOn(limitsOf('fs')['fs_free_space']) }),
};

const isOn = (words: ServedMember): boolean =>
  Array.isArray(words) && String(words[0]).toLowerCase() === 'true';
