import { secretOption, textOption } from '../../../core/options.ts';
import { defineExporter } from '../exporter.ts';
import { publicUrl } from '../../../core/redact.ts';
import { httpSession, urlOf } from '../shared/http.ts';
import { judgeWrite, LINE_WRITER, WRITE_HEADERS, WRITE_OPTIONS } from '../shared/influx.ts';
import { hostOption, portOption, protocolOption } from '../shared/options.ts';

const options = {
  host: hostOption(),
  port: portOption(8086),
  protocol: protocolOption(),
  org: textOption(undefined, 'Organisation.'),
  bucket: textOption(undefined, 'Bucket.'),
  token: secretOption('Token that may write to it.'),
  ...WRITE_OPTIONS,
};

/** InfluxDB 2: line protocol at /api/v2/write. */
export default defineExporter({
  name: 'influxdb2',
  description: 'InfluxDB 2.x, and others that accept line protocol at /api/v2/write.',
  options,
  ...LINE_WRITER,
  required: ['org', 'bucket', 'token'],
  target: ({ protocol, host, port, bucket }) =>
    `${publicUrl(urlOf(protocol, host, port, '/api/v2/write'))} (bucket ${bucket})`,
  open({
    options: { protocol, host, port, org = '', bucket = '', token = '', verify_ssl: verify },
    certificates,
  }) {
    const url = urlOf(protocol, host, port, '/api/v2/write');
    url.search = new URLSearchParams({ org, bucket, precision: 's' }).toString();
    const headers = {
      authorization: `Token ${token}`,
      ...WRITE_HEADERS,
    };
    return httpSession({ url, headers, certificates, verify, judge: judgeWrite });
  },
});
