import { secretOption, textOption } from '../../../core/options.ts';
import { defineExporter } from '../exporter.ts';
import { publicUrl } from '../../../core/redact.ts';
import { createHttpCaller, urlOf } from '../shared/http.ts';
import { hostOption, portOption, protocolOption } from '../shared/options.ts';
import { judgeWrite, LINE_WRITER, WRITE_HEADERS, WRITE_OPTIONS } from '../shared/influx.ts';

const options = {
  host: hostOption(),
  port: portOption(8086),
  protocol: protocolOption(),
  user: textOption('root', 'User; empty: none.'),
  password: { ...secretOption('Password of the user; unset: root.') },
  db: textOption('glances', 'Database; it is made when it is missing.'),
  ...WRITE_OPTIONS,
};

/** InfluxDB 1: line protocol at /write. */
export default defineExporter({
  name: 'influxdb',
  description: 'InfluxDB 1.x, and others that accept line protocol at /write.',
  options,
  ...LINE_WRITER,
  target: ({ protocol, host, port, db }) =>
    `${publicUrl(urlOf(protocol, host, port, '/write'))} (database ${db})`,
  open({ options: { protocol, host, port, user, password = 'root', db, verify_ssl: verify }, certificates }) {
    const caller = createHttpCaller({ certificates, verify });
    const credentials: Record<string, string> = user === '' ? {} : { u: user, p: password };
    const address = (path: string, query: Record<string, string>): URL => {
      const url = urlOf(protocol, host, port, path);
      url.search = new URLSearchParams({ ...query, ...credentials }).toString();
      return url;
    };
    const create = {
      url: address('/query', { q: `CREATE DATABASE "${db.replaceAll(/["\\]/g, '\\$&')}"` }),
      method: 'POST',
      headers: {},
    };
    const write = {
      url: address('/write', { db, precision: 's' }),
      method: 'POST',
      headers: WRITE_HEADERS,
    };
    return {
      async send(body, context) {
        const answer = await caller.call({ ...write, body }, context);
        if (answer.status !== 404) return judgeWrite(answer, context.now);
        await caller.call(create, context);
        return judgeWrite(await caller.call({ ...write, body }, context), context.now);
      },
      close: () => caller.close(),
    };
  },
});
