import { prefilledOption, secretOption, textOption } from '../../../core/options.ts';
import { parseWebUrl } from '../../../net/deliver/parse.ts';
import { defineExporter } from '../exporter.ts';
import { publicUrl } from '../../../core/redact.ts';
import { httpSession } from '../shared/http.ts';
import { judgeWrite, LINE_WRITER, WRITE_HEADERS, WRITE_OPTIONS } from '../shared/influx.ts';

const options = {
  host: prefilledOption('http://localhost:8181', 'Address of the server.', parseWebUrl),
  org: textOption(undefined, 'Organisation; InfluxDB 3 does not use it.'),
  database: textOption('glances', 'Database.'),
  token: secretOption('Token that may write to it.'),
  ...WRITE_OPTIONS,
};

/** InfluxDB 3: line protocol at /api/v3/write_lp. */
export default defineExporter({
  name: 'influxdb3',
  description: 'InfluxDB 3.x.',
  options,
  ...LINE_WRITER,
  required: ['token'],
  target: ({ host, database }) => `${publicUrl(host)} (database ${database})`,
  open({ options: { host, database, token = '', verify_ssl: verify }, certificates }) {
    const url = new URL('api/v3/write_lp', host);
    url.search = new URLSearchParams({ db: database, precision: 'second' }).toString();
    const headers = {
      authorization: `Bearer ${token}`,
      ...WRITE_HEADERS,
    };
    return httpSession({ url, headers, certificates, verify, judge: judgeWrite });
  },
});
