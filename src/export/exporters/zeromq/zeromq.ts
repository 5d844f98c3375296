import { textOption } from '../../../core/options.ts';
import { defineExporter } from '../exporter.ts';
import { documentsOf } from '../shared/maps.ts';
import { createConnection, messagePayloads, messagesIn } from '../shared/messages.ts';
import { portOption } from '../shared/options.ts';

const options = {
  host: textOption('*', 'Address to listen on; * is any.'),
  port: portOption(5678),
  prefix: textOption('G', 'First frame of each message, by which subscribers choose.'),
};

/** ZeroMQ: a PUB socket (package `zeromq`). */
export default defineExporter({
  name: 'zeromq',
  description: 'ZeroMQ: a PUB socket to which others subscribe. Needs the package zeromq.',
  options,
  packages: ['zeromq'],
  delivery: 'live',
  confirmsNothing: true,
  isWhole: true,
  target: ({ host, port }) => `tcp://${host}:${port} (listening)`,
  encoder: () => (cycle) => {
    const maps = [...documentsOf(cycle)];
    return messagePayloads(
      maps.map(([plugin, map]) => [plugin, JSON.stringify(map)] as const),
      maps.map(([, map]) => Object.keys(map).length),
    );
  },
  open({ options: { host, port, prefix }, load }) {
    const connection = createConnection(
      async () => {
        const { Publisher } = await load('zeromq');
        const publisher = new Publisher();
        await publisher.bind(`tcp://${host}:${port}`);
        return publisher;
      },
      (publisher) => publisher.close(),
    );
    return connection.session({
      read: messagesIn,
      async deliver(publisher, messages) {
        for (const [plugin, text] of messages) await publisher.send([prefix, plugin, text]);
      },
      answer: 'published',
    });
  },
});
