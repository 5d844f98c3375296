import { defineExporter } from '../exporter.ts';
import { namedValues } from '../shared/dotted.ts';
import { linePayloads, splitLines } from '../shared/lines.ts';
import { hostOption, portOption, prefixOption, tagsOption } from '../shared/options.ts';
import { tcpSession } from '../shared/tcp.ts';

const options = {
  host: hostOption(),
  port: portOption(4242),
  prefix: prefixOption('glances'),
  tags: tagsOption(),
};

/** Letters, digits and -_./ are allowed; dots separate. http://opentsdb.net/docs/build/html/user_guide/writing/index.html */
const word = (text: string): string => text.replaceAll(/[^\w/-]+/g, '_') || '_';

/** OpenTSDB: the command `put` over TCP. */
export default defineExporter({
  name: 'opentsdb',
  description: 'OpenTSDB, by its telnet protocol.',
  options,
  confirmsNothing: true,
  isOrderFree: true,
  target: ({ host, port }) => `${host}:${port}`,
  encoder:
    ({ options: { prefix, tags } }) =>
    ({ points, host, time }) => {
      const given = [...(tags ?? [])].map(([name, value]) => `${word(name)}=${word(value)}`);
      // A put without a tag is rejected.
      const all = [`host=${word(host)}`, ...given.filter((tag) => !tag.startsWith('host='))].join(' ');
      const head = prefix === '' ? '' : `${word(prefix)}.`;
      const seconds = Math.floor(time / 1000);
      return linePayloads(
        namedValues(points(), word).map(
          ({ name, value }) => `put ${head}${name} ${seconds} ${value} ${all}\n`,
        ),
      );
    },
  split: splitLines,
  open: ({ options: { host, port } }) => tcpSession({ host, port }),
});
