/** Servers in the form of the fleet page, for its unit tests. */
import type { FleetColumn, FleetValue, Server } from '../../web/api/servers.ts';

export const fleetValue = (value: FleetValue['value'], change: Partial<FleetValue> = {}): FleetValue => ({
  value,
  level: 'OK',
  decoration: 'OK',
  age: 1,
  recent: [],
  ...change,
});

export const fleetServer = (name: string, change: Partial<Server> = {}): Server => ({
  id: `${name}:61208`,
  name,
  alias: null,
  ip: '10.0.0.1',
  port: 61_208,
  protocol: 'rest',
  tls: false,
  type: 'STATIC',
  tags: [],
  stored: false,
  status: 'ONLINE',
  reason: null,
  since: '2026-11-21T06:00:00Z',
  age: 2,
  values: {},
  verdict: null,
  receivedAt: 0,
  place: 0,
  ...change,
});

export const fleetColumn = (name: string, change: Partial<FleetColumn> = {}): FleetColumn => {
  const [plugin = '', field = '', item = null] = name.split(':');
  return { key: name.replaceAll(':', '_'), plugin, field, item, unit: null, description: null, ...change };
};
