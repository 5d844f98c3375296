import { parsedOption, parsedSecretOption, secretOption, textOption } from '../../core/options.ts';
import { parseLabels } from '../../metrics/options.ts';
import { defineExporter } from '../exporter.ts';
import { parseHeaders } from '../../deliver/parse.ts';
import { basicAuth, httpSession, shownUrl } from '../shared/http.ts';
import { verifyOption } from '../shared/options.ts';
import { parseWebUrl } from '../../deliver/parse.ts';
import { createEncoder, splitSeries } from './encode.ts';

const options = {
  url: parsedOption(parseWebUrl, 'Where samples are written to.', 'http://localhost:9090/api/v1/write'),
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

/** Prometheus remote write 1.0: Prometheus, VictoriaMetrics, Mimir, Thanos. */
export default defineExporter({
  name: 'remote_write',
  description: 'Prometheus remote write: Prometheus, VictoriaMetrics, Mimir, Thanos and others.',
  options,
  required: ['url'],
  delivery: 'queued',
  sendsLimits: false,
  interval: 15,
  // Prometheus takes nothing older unless it is told to.
  maxAge: 3600,
  target: ({ url }) => (url === undefined ? '' : shownUrl(url)),
  encoder({ options: { labels }, host }) {
    const given = labels ?? new Map<string, string>();
    return createEncoder([...new Map([['job', 'gander'], ['instance', host], ...given])]);
  },
  split: splitSeries,
  open({ options: { url, user, password, token, headers, verify_ssl: verify }, ca }) {
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
    return httpSession({
      url: address,
      headers: {
        ...Object.fromEntries(headers ?? []),
        ...auth,
        'content-type': 'application/x-protobuf',
        'content-encoding': 'snappy',
        'x-prometheus-remote-write-version': '0.1.0',
      },
      ca,
      verify,
    });
  },
});
