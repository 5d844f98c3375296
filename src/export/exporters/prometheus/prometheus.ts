import { createServer, type Server } from 'node:http';
import { prefilledOption, textOption } from '../../../core/options.ts';
import type { DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import { glancesPieces } from '../../metrics/glances.ts';
import { parseLabels } from '../../metrics/options.ts';
import { MEDIA_TYPES } from '../../metrics/text.ts';
import { defineExporter } from '../exporter.ts';
import { countOf } from '../shared/maps.ts';
import { portOption } from '../shared/options.ts';

const options = {
  host: textOption('localhost', 'Address to listen on.'),
  port: portOption(9091),
  prefix: textOption('glances', 'What names begin with.'),
  labels: prefilledOption(
    'src:glances',
    'Labels of all metrics, as name:value pairs separated by commas.',
    parseLabels,
  ),
};

/** A separate listener, for existing scrape configurations. /metrics of -w has more. */
export default defineExporter({
  name: 'prometheus',
  description:
    'A separate port that Prometheus scrapes, with the names of the profile glances; with -w prefer /metrics.',
  options,
  delivery: 'live',
  isWhole: true,
  target: ({ host, port }) => `http://${host}:${port}/metrics (listening)`,
  encoder:
    ({ options: { prefix, labels } }) =>
    (cycle) => {
      const points = cycle.points();
      return [
        {
          bytes: Buffer.from([...glancesPieces(points, { prefix, labels })].join('')),
          samples: countOf(points),
        },
      ];
    },
  open({ options: { host, port } }) {
    let server: Server | null = null;
    let latest: Uint8Array = new Uint8Array();
    const listen = (): Promise<void> =>
      new Promise((resolve, reject) => {
        const fresh = createServer((request, response) => {
          const isKnown = ['/', '/metrics'].includes((request.url ?? '').split('?')[0] ?? '');
          if (!isKnown || (request.method !== 'GET' && request.method !== 'HEAD'))
            response.writeHead(404).end();
          else response.writeHead(200, { 'content-type': MEDIA_TYPES.text }).end(latest);
        });
        fresh.maxConnections = 50;
        fresh.requestTimeout = 10_000;
        fresh.once('error', reject);
        fresh.listen(port, host, () => {
          server = fresh.unref();
          resolve();
        });
      });
    return {
      async send(bytes): Promise<DeliveryVerdict> {
        latest = bytes;
        if (server === null) await listen();
        return { kind: 'sent', answer: 'ready to be scraped' };
      },
      close() {
        server?.close();
        server?.closeAllConnections();
      },
    };
  },
});
