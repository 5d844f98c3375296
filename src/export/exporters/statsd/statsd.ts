import { createSocket } from 'node:dgram';
import { textOption } from '../../../core/options.ts';
import { defineExporter, type Payload } from '../exporter.ts';
import { namedValues } from '../shared/dotted.ts';
import { hostOption, portOption, prefixOption } from '../shared/options.ts';

const options = {
  host: hostOption(),
  port: portOption(8125),
  prefix: prefixOption('glances'),
  system_name: textOption('', 'Name of this host in names, behind the prefix; empty: its own, -: none.'),
};

/** For dashboards that know one host. */
const NO_NAME = '-';

/** Fits one Ethernet frame. */
const MOST_BYTES = 1432;

/** Special characters of a line become _. */
const word = (text: string): string => text.replaceAll(/[^\w-]+/g, '_') || '_';

/** A signed gauge is a change, so negative values are set in two steps. */
const gaugeLines = (name: string, value: number): string =>
  value < 0 ? `${name}:0|g\n${name}:${value}|g` : `${name}:${value}|g`;

/** StatsD: gauges in datagrams. */
export default defineExporter({
  name: 'statsd',
  description: 'StatsD, as gauges over UDP: lost packets are not sent again.',
  options,
  delivery: 'live',
  confirmsNothing: true,
  target: ({ host, port }) => `${host}:${port} (UDP)`,
  encoder:
    ({ options: { prefix, system_name: given } }) =>
    ({ points, host }) => {
      const own = given === NO_NAME ? '' : word(given || host);
      const payloads: Payload[] = [];
      let lines: string[] = [];
      let size = 0;
      const flush = (): void => {
        if (lines.length > 0) payloads.push({ bytes: Buffer.from(lines.join('\n')), samples: lines.length });
        lines = [];
        size = 0;
      };
      for (const { name, value } of namedValues(points(), word)) {
        const line = gaugeLines([prefix, own, name].filter((part) => part !== '').join('.'), value);
        if (size + line.length + 1 > MOST_BYTES) flush();
        lines.push(line);
        size += line.length + 1;
      }
      flush();
      return payloads;
    },
  open({ options: { host, port } }) {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4').unref();
    // Without a listener the kernel reports an error at the next send.
    socket.on('error', () => {});
    return {
      send: (bytes) =>
        new Promise((resolve, reject) => {
          socket.send(bytes, port, host, (error) =>
            error ? reject(error) : resolve({ kind: 'sent', answer: 'sent' }),
          );
        }),
      close: () => void socket.close(),
    };
  },
});
