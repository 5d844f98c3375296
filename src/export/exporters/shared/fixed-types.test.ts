import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { exporterNamed, openingOf } from '../../../../test/support/exporter-opening.ts';
import type { Point } from '../../metrics/points.ts';

const port = (status: number | string | boolean): Point => ({
  plugin: 'ports',
  key: 'indice',
  item: 'a',
  fields: [
    ['status', status],
    ['description', 'x'],
  ],
});

/** The payloads for ports whose status is this. */
const sent = (name: string, status: number | string | boolean, options = {}): string => {
  const exporter = exporterNamed(name);
  const points = () => [port(status)];
  const cycle = { time: 0, host: 'testhost', interval: 1, points, families: () => [] };
  const [payload] = exporter.encoder(openingOf(exporter, options))(cycle);
  const bytes = payload?.bytes ?? new Uint8Array();
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : Buffer.from(bytes)).toString('utf8');
};

it.each([
  ['influxdb', {}, 'status=200', 'status_text="Error"', 'description="x"'],
  ['clickhouse', {}, '["status","number"]', '["status_text","text"]', '["description","text"]'],
  ['elasticsearch', { values: 'number' }, '"a.status":200', '"a.status_text":"Error"', '"a.description"'],
  ['json', {}, '"a.status":200', '"a.status":"Error"', '"a.status":false'],
])(
  '%s keeps the type of a field that holds numbers and texts, where it has types',
  (name, options, number, text, flag) => {
    expect(sent(name, 200, options)).toContain(number);
    expect(sent(name, 'Error', options)).toContain(text);
    expect(sent(name, false, options)).toContain(flag);
  },
);

it.each(['influxdb', 'graphite', 'statsd', 'opentsdb', 'riemann', 'prometheus', 'redis'])(
  '%s does not say of a closed port that it answered at once',
  (name) => {
    expect(sent(name, 0)).toMatch(/status\W/);
    expect(sent(name, false)).not.toMatch(/status\W+[0f]/);
  },
);
