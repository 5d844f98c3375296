import { expect, it } from 'vitest';
import { fleetColumn, fleetServer, fleetValue } from '../../test/support/fleet-server.ts';
import { csvOf } from './fleet-csv.ts';

it('writes raw values, and nothing that a spreadsheet would run', () => {
  const server = fleetServer('=cmd|x', {
    alias: 'a "b", c',
    tags: ['x', 'y'],
    values: { cpu_total: fleetValue(-5.25) },
  });
  const [head, line] = csvOf([server], [fleetColumn('cpu:total'), fleetColumn('load:min5')]).split('\r\n');
  expect(head).toBe('name,alias,address,port,status,since,reason,tags,cpu_total,load_min5');
  expect(line).toMatch(/^'=cmd\|x,"a ""b"", c",.*,x y,-5\.25,$/);
});
