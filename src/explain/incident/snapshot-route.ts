/** `/api/snapshot`: an incident as a file. */
import { text } from '../../core/shape.ts';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { writeIncident } from './write.ts';
import { fileName } from './file-name.ts';
import { placeOf } from '../../http/server/client.ts';
import { inTime } from '../../http/server/in-time.ts';
import { limiterOfLongRequests } from '../../http/server/long-requests.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { documentQuery, flagQuery, readQuery } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { EXPLAIN_QUERY, windowOf } from '../routes/explain-route.ts';
import { NamesToRedact } from './redact.ts';
import { ServedVersion } from '../../http/route/services.ts';
import { HISTORY, ownHistory } from '../../history/routes/opened-archive.ts';
import { readLogsOf } from '../happened-logs.ts';
import { LOGS, logsFor } from '../logs/readable-logs.ts';

const QUERY = {
  ...EXPLAIN_QUERY,
  redact: flagQuery(
    'Replaces names of hosts and users, addresses, paths and arguments, and leaves log lines out.',
  ),
};

export const snapshotRoute = defineRoute({
  path: '/api/snapshot',
  access: 'operator',
  uses: { ...HISTORY, ...LOGS, names: NamesToRedact, version: ServedVersion },
  id: 'getSnapshot',
  tag: SERVICE,
  summary: 'An incident as a file',
  description:
    'Series, programs, alerts and notes of a time and of the time before it, with the explanation, as gzipped JSON. `gander open` shows ' +
    'the file on any machine. From ten seconds to seven days. Where a password is set, warnings in the ' +
    'logs are part of it.',
  parameters: documentQuery(QUERY),
  type: 'application/gzip',
  answer: text(undefined, { format: 'binary' }),
  says: 'The file.',
  example: '',
  refusals: { '400': 'BadQuery', '404': 'UnknownName', '503': 'NoArchive' },
  handler(given) {
    const { names, version } = given;
    // A file lasts as long as its client reads.
    const line = limiterOfLongRequests({ mostWaiting: 4 });
    return async (request, reply) => {
      const now = given.now();
      const past = ownHistory(given, request);
      const query = readQuery(QUERY, request.query, now);
      const place = placeOf(request, reply);
      const logs = logsFor(given, request);
      await line.run(place, async () => {
        const known = names();
        const { head, pieces } = await writeIncident({
          past,
          window: await windowOf(past, query, now),
          host: known.host,
          version,
          now,
          redact: query.redact ? known : null,
          logs: async (explanation) => logs && readLogsOf(explanation, logs, place.signal),
        });
        // At the pace of the client, and until it disconnects.
        const text = inTime(pieces(), () => reply.raw.destroy());
        const stream = Readable.from(text, { highWaterMark: 1 });
        const packed = createGzip();
        stream.on('error', (error) => packed.destroy(error));
        packed.once('close', () => stream.destroy());
        void reply
          .header('content-type', 'application/gzip')
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${fileName(head)}"`)
          .send(stream.pipe(packed));
        await new Promise((resolve) => packed.once('close', resolve));
      });
      return reply;
    };
  },
});
