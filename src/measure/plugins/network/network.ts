import { constant, counter, derived, flag, text } from '../../../core/fields.ts';
import type { Served } from '../../../core/served.ts';
import type { LevelRule } from '../../../core/level-rule.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { fromInterfaces, interfaceOptions, interfacesSource } from '../../sources/interfaces.ts';
import { MEGABIT } from '../../sources/link.ts';
import { hideZeroOptions } from '../shared/hide-zero-options.ts';
import { shareOf } from '../shared/series.ts';

/** Bits per second, but only while traffic flows both ways. */
function bitsPerSecond(served: Served, field: string): number | null {
  const receiving = served['bytes_recv_rate_per_sec'] as number;
  const sending = served['bytes_sent_rate_per_sec'] as number;
  return receiving > 0 && sending > 0 ? (served[`${field}_rate_per_sec`] as number) * 8 : null;
}

const ofSpeed = shareOf('speed');

/** Thresholds in percent of the link speed; `eth0_rx_careful` of a single interface is in bits per second, `eth0_rx_percent_careful` in percent. */
function level(header: string, field: string): LevelRule {
  const rate = `${field}_rate_per_sec`;
  return {
    header,
    sharedHeader: `${header}_percent`,
    limits: [70, 80, 90],
    decorates: () => [field, rate],
    compared: {
      value(served) {
        const bits = bitsPerSecond(served, field);
        const speed = served['speed'] as number;
        return bits === null || speed === 0 ? null : (bits * 100) / speed;
      },
      unit: 'percent',
      of: 'of the link speed',
      series: { [rate]: (threshold, served) => ofSpeed(threshold / 8, served) },
    },
    comparedByItem: {
      value: (served) => bitsPerSecond(served, field),
      unit: 'bitpersecond',
      series: { [rate]: (threshold) => threshold / 8 },
    },
  };
}

/**
 * Sum of both directions. Not a counter: after a reset of one direction the kernel's sum is meaningless. Without history, since
 * clients sum all series of an interface.
 */
const both = (suffix: string) => (served: Served) =>
  (served[`bytes_recv${suffix}`] as number) + (served[`bytes_sent${suffix}`] as number);

/** Bounded by the speed of the link; 10 Gbit/s if that is unknown. Counters have 32 bits on 32-bit machines. */
const traffic = {
  bits: 32,
  fastest: ({ speed }: Served) => (typeof speed === 'number' && speed > 0 ? speed : 10_000 * MEGABIT) / 8,
} as const;

const fields = {
  interface_name: text('Name of the interface.', { metric: { label: 'interface' } }),
  alias: text('Configured label of the interface.', {
    nullWhen: 'no label is configured',
    metric: { info: 'alias' },
  }),
  bytes_recv: counter('byte', 'Bytes received.', {
    ...traffic,
    hideZero: true,
    level: level('rx', 'bytes_recv'),
  }),
  bytes_sent: counter('byte', 'Bytes sent.', {
    ...traffic,
    hideZero: true,
    level: level('tx', 'bytes_sent'),
  }),
  bytes_all: derived('byte', 'Bytes received and sent.', both(''), { history: false, metric: 'skip' }),
  bytes_all_gauge: derived('byte', 'Bytes received and sent since the interface appeared.', both('_gauge'), {
    history: false,
    metric: 'skip',
  }),
  bytes_all_rate_per_sec: derived(
    'bytepersecond',
    'Bytes received and sent per second.',
    both('_rate_per_sec'),
    {
      history: false,
      metric: 'skip',
    },
  ),
  speed: constant('bitpersecond', 'Speed of the link, 1 Mbit/s being 1,048,576; 0 when unknown.', {
    metric: { factor: 1e6 / MEGABIT, value: ({ speed }) => (speed === 0 ? null : (speed as number)) },
  }),
  is_up: flag('bool', 'Whether the interface is up and able to carry traffic.'),
};

const options = {
  ...interfaceOptions,
  ...hideZeroOptions('rates'),
};

/** Traffic of network interfaces: /proc/net/dev, in its order. */
export default definePlugin({
  name: 'network',
  shape: 'list',
  key: 'interface_name',
  description: 'Traffic of network interfaces.',
  fields,
  options,
  create({ use }) {
    const interfaces = use(interfacesSource);
    return {
      read: () =>
        fromInterfaces(interfaces(), ({ traffic, link, alias }) => ({
          interface_name: traffic.name,
          alias,
          bytes_recv: traffic.bytesRecv,
          bytes_sent: traffic.bytesSent,
          speed: link.speed,
          is_up: link.isUp,
        })),
    };
  },
});
