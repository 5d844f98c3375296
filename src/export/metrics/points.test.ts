import { expect, it } from 'vitest';
import { exporterNamed, openingOf } from '../../../test/support/exporter-opening.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { pointsOf } from './points.ts';

const plugin = (name: string) => plugins.find((one) => one.name === name)!;

it('programs are told apart by their names, since their pid is "_"', () => {
  const programs = ['sh', '_hidden'].map((name) => ({ name, pid: '_', nprocs: 2 }));
  const points = pointsOf(plugin('programlist'), programs, null);
  expect(points.map(({ key, item }) => [key, item])).toEqual([
    ['name', 'sh'],
    ['name', '_hidden'],
  ]);
  const cycle = { time: 0, host: 'testhost', interval: 1, points: () => points, families: () => [] };
  const documents = (name: string) =>
    exporterNamed(name)
      .encoder(openingOf(exporterNamed(name)))(cycle)
      .map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown);
  expect(documents('restful')).toMatchObject([
    { programlist: { 'sh.nprocs': 2, '_hidden.nprocs': 2, 'sh.pid': '_' } },
  ]);
  // CouchDB refuses members that begin with _, but for its own.
  expect(documents('couchdb')).toMatchObject([
    { docs: [{ 'sh.nprocs': 2, '._hidden.nprocs': 2, _id: expect.any(String) as string }] },
  ]);
  expect(documents('couchdb')).not.toMatchObject([{ docs: [{ '_hidden.nprocs': 2 }] }]);
});

it('ports say whether they are up beside how long the answer took', () => {
  const ports = [0.5, false, null].map((status, index) => ({ indice: `port_${index}`, status }));
  const fields = pointsOf(plugin('ports'), ports, null).map((point) => Object.fromEntries(point.fields));
  expect(fields).toMatchObject([
    { status: 0.5, up: 1 },
    { status: false, up: 0 },
    { status: null, up: null },
  ]);
});
