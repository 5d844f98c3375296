import { textOption } from '../../../core/options.ts';
import { defineExporter } from '../exporter.ts';
import { namedValues } from '../shared/dotted.ts';
import { linePayloads, splitLines } from '../shared/lines.ts';
import { hostOption, portOption, prefixOption } from '../shared/options.ts';
import { tcpSession } from '../shared/tcp.ts';

const options = {
  host: hostOption(),
  port: portOption(2003),
  prefix: prefixOption('glances'),
  system_name: textOption('', 'Name of this host in paths; empty: its own.'),
};

/** Dots separate the levels of a path; other characters than letters, digits, - and _ become _. */
const word = (text: string): string => text.toLowerCase().replaceAll(/[^\w-]+/g, '_') || '_';

/** Graphite: lines of text over TCP. */
export default defineExporter({
  name: 'graphite',
  description: 'Graphite (carbon), by lines of text over TCP.',
  options,
  confirmsNothing: true,
  isOrderFree: true,
  target: ({ host, port }) => `${host}:${port}`,
  encoder:
    ({ options: { prefix, system_name: name } }) =>
    ({ points, host, time }) => {
      const head = [prefix, word(name || host)].filter((part) => part !== '').join('.');
      const seconds = Math.floor(time / 1000);
      return linePayloads(
        namedValues(points(), word).map((named) => `${head}.${named.name} ${named.value} ${seconds}\n`),
      );
    },
  split: splitLines,
  open: ({ options: { host, port } }) => tcpSession({ host, port }),
});
