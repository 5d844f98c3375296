import { prefilledOption, secretOption, textOption } from '../../../core/options.ts';
import { parseWebUrl } from '../../../net/deliver/parse.ts';
import { defineExporter } from '../exporter.ts';
import { publicUrl } from '../../../core/redact.ts';
import { httpSession } from '../shared/http.ts';
import { judgeWrite, lineEncoder } from '../shared/influx.ts';
import { splitGzip } from '../shared/lines.ts';
import { prefixOption, tagsOption, verifyOption } from '../shared/options.ts';

const options = {
  host: prefilledOption('http://localhost:8181', 'Address of the server.', parseWebUrl),
  org: textOption(undefined, 'Organisation; InfluxDB 3 does not use it.'),
  database: textOption('glances', 'Database.'),
  token: secretOption('Token that may write to it.'),
  prefix: prefixOption(''),
  tags: tagsOption(),
  verify_ssl: verifyOption(),
};

/** InfluxDB 3: line protocol at /api/v3/write_lp. */
export default defineExporter({
  name: 'influxdb3',
  description: 'InfluxDB 3.x.',
  options,
  required: ['token'],
  isOrderFree: true,
  target: ({ host, database }) => `${publicUrl(host)} (database ${database})`,
  encoder: lineEncoder,
  split: splitGzip,
  open({ options: { host, database, token = '', verify_ssl: verify }, certificates }) {
    const url = new URL('api/v3/write_lp', host);
    url.search = new URLSearchParams({ db: database, precision: 'second' }).toString();
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'text/plain; charset=utf-8',
      'content-encoding': 'gzip',
    };
    return httpSession({ url, headers, certificates, verify, judge: judgeWrite });
  },
});
