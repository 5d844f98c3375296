/** Fields of the ports plugin, and their levels. */
import { GATEWAY_CHECK } from '../../../core/check-result.ts';
import { constant, flag, gauge, object, text } from '../../../core/fields.ts';
import type { Served } from '../../../core/served.ts';
import { levelOf } from '../../levels/thresholds.ts';
import type { Level, Thresholds } from '../../../core/level-rule.ts';
import { isFine } from './expectations.ts';

const isWeb = ({ url }: Served): boolean => url !== undefined;

/** Seconds that the answer took; null when there was none. */
const secondsOf = (served: Served): number | null => {
  const seconds = isWeb(served) ? served['elapsed'] : served['status'];
  return typeof seconds === 'number' ? seconds : null;
};

/** True if a page meets its expectations, configured or default. */
const isFineWeb = ({ status, expected }: Served): boolean =>
  (expected as boolean | undefined) ?? isFine(status);

/** Null while it has not been checked. */
const upOf = (served: Served): number | null => {
  const { status } = served;
  if (status === null) return null;
  return Number(isWeb(served) ? isFineWeb(served) : typeof status === 'number');
};

/** A slow page is WARNING regardless of its reply; CAREFUL before the first request. */
function stateOf(served: Served, thresholds: Thresholds): Level {
  const { status } = served;
  const seconds = secondsOf(served);
  // Many gateways never answer.
  if (status === null) return served['indice'] === GATEWAY_CHECK ? 'DEFAULT' : 'CAREFUL';
  const isDown = isWeb(served) ? !isFineWeb(served) : typeof status !== 'number';
  const pace = levelOf(seconds === null ? null : seconds * 1000, thresholds);
  if (isDown) return isWeb(served) && pace === 'WARNING' ? 'WARNING' : 'CRITICAL';
  return pace === 'DEFAULT' ? 'OK' : pace;
}

const sparse = { sparse: true } as const;

export const fields = {
  indice: text('Identity: port_N or web_N as in the configuration; port_0 is the default gateway.', {
    metric: { label: 'check' },
  }),
  description: text('Display name.', { metric: { info: 'description' } }),
  host: text('Host that is checked.', {
    ...sparse,
    nullWhen: 'there is no default gateway',
    metric: { info: 'host' },
  }),
  port: constant('number', 'TCP port; 0 when the host is pinged.', { ...sparse, metric: 'skip' }),
  url: text('Web page that is checked, without credentials.', { ...sparse, metric: { info: 'url' } }),
  refresh: constant('second', 'Time between two checks.', { metric: 'skip' }),
  timeout: constant('second', 'Time after which it counts as down.', { metric: 'skip' }),
  status: gauge(
    'second',
    'Response time; false: there was no answer. Of a web page, the HTTP status, or Error.',
    {
      nullWhen: 'it has not been checked yet, or could not be',
      orText: true,
      orFlag: true,
      metric: [
        { name: 'up', unit: null, value: upOf, isComputed: true },
        { name: 'response', value: secondsOf },
      ],
      level: {
        header: 'rtt',
        compared: {
          value: (served) => (secondsOf(served) ?? 0) * 1000,
          unit: 'millisecond',
          series: {
            status: (threshold, served) => (isWeb(served) ? null : threshold / 1000),
            elapsed: (threshold, served) => (isWeb(served) ? threshold / 1000 : null),
          },
        },
        state: stateOf,
      },
    },
  ),
  elapsed: gauge('second', 'Response time of a web page; 0: there was no answer.', {
    ...sparse,
    metric: 'skip',
  }),
  rtt_warning: constant('second', 'Response time from which an answer counts as slow.', {
    nullWhen: 'it is not configured',
    metric: 'skip',
  }),
  ssl_verify: flag('bool', 'Whether the certificate of a web page must be trusted.', {
    ...sparse,
    metric: 'skip',
  }),
  expected: flag(
    'bool',
    'Whether the web page matches its configured status, keyword or json; only where one of them is set.',
    {
      ...sparse,
      metric: 'skip',
    },
  ),
  proxies: object(
    null,
    'Proxies for the request of a web page, without credentials.',
    {
      http: text('For addresses that begin with http.', { nullWhen: 'it is not configured' }),
      https: text('For addresses that begin with https.', { nullWhen: 'it is not configured' }),
    },
    { ...sparse, nullWhen: 'it is not configured' },
  ),
};
