import type { Scalar } from '../../../core/served.ts';
import { choiceOption, secretOption, textOption } from '../../../core/options.ts';
import { defineExporter, type Encode } from '../exporter.ts';
import { withFixedTypes } from '../shared/fixed-types.ts';
import { publicUrl } from '../../../core/redact.ts';
import { basicAuth, urlOf } from '../shared/http.ts';
import { linePayloads } from '../shared/lines.ts';
import { mapsOf } from '../shared/maps.ts';
import { hostOption, portOption, verifyOption } from '../shared/options.ts';
import { bulkSession, documentsIn } from './bulk.ts';

const options = {
  scheme: choiceOption(['http', 'https'], 'http', 'Whether TLS is used.'),
  host: hostOption(),
  port: portOption(9200),
  index: textOption('glances', 'What the names of indexes begin with; the date follows.'),
  user: textOption(undefined, 'User.'),
  password: secretOption('Password of the user.'),
  api_key: secretOption('API key, in place of user and password.'),
  values: choiceOption(
    ['text', 'number'],
    'text',
    'Whether numbers are sent as texts, as existing indexes have them.',
  ),
  verify_ssl: verifyOption(),
};

/** Existing indexes contain the word None. */
const asText = (value: Scalar): string => {
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
};

/** The reply is limited to failures, since a full one may exceed the limit. */
const BULK = '/_bulk?filter_path=errors,items.*.status,items.*.error.reason';

/** Elasticsearch and OpenSearch: one document per plugin, through _bulk. */
export default defineExporter({
  name: 'elasticsearch',
  description: 'Elasticsearch and OpenSearch: a document per plugin in an index per day.',
  options,
  isOrderFree: true,
  target: ({ scheme, host, port, index }) =>
    `${publicUrl(urlOf(scheme, host, port, '/'))} (index ${index}-…)`,
  encoder({ options: { index, values }, plugins }) {
    const encode: Encode = (cycle) => {
      const time = new Date(cycle.time).toISOString();
      const day = `${index}-${time.slice(0, 10).replaceAll('-', '.')}`;
      const counts: number[] = [];
      const lines = [...mapsOf(cycle.points())].map(([plugin, map]) => {
        counts.push(Object.keys(map).length);
        const fields =
          values === 'number'
            ? map
            : Object.fromEntries(Object.entries(map).map(([name, value]) => [name, asText(value)]));
        // Repetitions have the same identity.
        const action = { index: { _index: day, _id: `${plugin}.${cycle.host}.${time}` } };
        const document = { plugin, hostname: cycle.host, timestamp: time, ...fields };
        return `${JSON.stringify(action)}\n${JSON.stringify(document)}\n`;
      });
      return linePayloads(lines, counts);
    };
    return values === 'number' ? withFixedTypes(plugins, encode) : encode;
  },
  split: splitPairs,
  open({ options: { scheme, host, port, user, password, api_key: key, verify_ssl: verify }, certificates }) {
    const authorization = key === undefined ? basicAuth(user, password) : { authorization: `ApiKey ${key}` };
    const headers = { 'content-type': 'application/x-ndjson', ...authorization };
    return bulkSession({ url: urlOf(scheme, host, port, BULK), headers, certificates, verify });
  },
});

function splitPairs(bytes: Uint8Array): [Uint8Array, Uint8Array] | null {
  const documents = documentsIn(bytes);
  if (documents.length < 2) return null;
  const half = Math.ceil(documents.length / 2);
  const joined = (some: readonly string[]) => Buffer.from(some.join(''));
  return [joined(documents.slice(0, half)), joined(documents.slice(half))];
}
