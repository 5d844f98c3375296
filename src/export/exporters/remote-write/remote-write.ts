import {
  choiceOption,
  parsedOption,
  parsedSecretOption,
  secretOption,
  textOption,
} from '../../../core/options.ts';
import { parseLabels } from '../../metrics/options.ts';
import { defineExporter } from '../exporter.ts';
import { parseHeaders, parseWebUrl } from '../../../net/deliver/parse.ts';
import { publicUrl } from '../../../core/redact.ts';
import { basicAuth } from '../shared/http.ts';
import { verifyOption } from '../shared/options.ts';
import { createEncoder, splitSeries } from './encode.ts';
import { createEncoderV2, parseV2, splitV2 } from './encode-v2.ts';
import { createSession } from './session.ts';

const options = {
  url: parsedOption(parseWebUrl, 'Where samples are written to.', 'http://localhost:9090/api/v1/write'),
  protocol: choiceOption(
    ['1', '2'],
    '1',
    'Version of remote write. A target that does not understand 2 gets 1: Prometheus before 3.0, VictoriaMetrics.',
  ),
  labels: parsedOption(
    parseLabels,
    'Labels of all series, as name:value pairs separated by commas; job is gander and instance this host unless set.',
    'job:gander,site:berlin',
  ),
  user: textOption(undefined, 'User.'),
  password: secretOption('Password of the user.'),
  token: secretOption('Bearer token, in place of user and password.'),
  headers: parsedSecretOption(
    parseHeaders,
    'Further headers, as Name: value pairs separated by commas.',
    'X-Scope-OrgID: team',
  ),
  verify_ssl: verifyOption(),
};

/** Prometheus remote write 1.0 and 2.0: Prometheus, VictoriaMetrics, Mimir, Thanos. */
export default defineExporter({
  name: 'remote_write',
  description: 'Prometheus remote write: Prometheus, VictoriaMetrics, Mimir, Thanos and others.',
  options,
  required: ['url'],
  sendsLimits: false,
  interval: 15,
  target: ({ url }) => (url === undefined ? '' : publicUrl(url)),
  encoder({ options: { labels, protocol }, host }) {
    const given = labels ?? new Map<string, string>();
    const external = [...new Map([['job', 'gander'], ['instance', host], ...given])];
    return protocol === '2' ? createEncoderV2(external) : createEncoder(external);
  },
  split(bytes) {
    const request = parseV2(bytes);
    return request === null ? splitSeries(bytes) : splitV2(request);
  },
  open({ options: { url, user, password, token, headers, verify_ssl: verify }, certificates }) {
    const address = new URL(url ?? 'http://localhost');
    const auth =
      token === undefined
        ? basicAuth(
            user ?? decodeURIComponent(address.username),
            password ?? decodeURIComponent(address.password),
          )
        : { authorization: `Bearer ${token}` };
    address.username = '';
    address.password = '';
    return createSession({
      url: address,
      headers: {
        ...Object.fromEntries(headers ?? []),
        ...auth,
        'content-encoding': 'snappy',
      },
      certificates,
      verify,
    });
  },
});
