/** A scripted systemd on the system bus. */
import type { BusCall, BusHandlers, BusValue, MessageBus } from '../../src/core/host.ts';
import { ServiceError } from '../../src/core/service-error.ts';

const SYSTEMD = 'org.freedesktop.systemd1';
const MANAGER = '/org/freedesktop/systemd1';

export const pathOf = (name: string): string =>
  `${MANAGER}/unit/${name.replaceAll(/[^A-Za-z0-9]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}`)}`;
const nameAt = (path: string): string =>
  decodeURIComponent(path.slice(MANAGER.length + 6).replaceAll('_', '%'));

export const START = Date.UTC(2026, 0, 1) * 1000;
export type Unit = Record<string, BusValue> & { ActiveState: string };
export const running: Unit = {
  LoadState: 'loaded',
  ActiveState: 'active',
  SubState: 'running',
  StateChangeTimestamp: START - 5e6,
  MainPID: 7,
  NRestarts: 0,
  Result: 'success',
};

/** Units by name, and control over their connections. */
export function createFakeSystemd(all: Record<string, Unit>) {
  const listeners = new Set<BusHandlers>();
  const calls: BusCall[] = [];
  let connections = 0;
  const answer = ({ member, values = [], path }: BusCall): BusValue[] => {
    if (member === 'Get') {
      const value = all[nameAt(path)]?.[String(values[1])];
      if (value === undefined) throw new ServiceError('no such property');
      return [value];
    }
    if (member !== 'ListUnitsByPatterns') return [];
    const [states = [], patterns = []] = values as string[][];
    const matches = (name: string): boolean =>
      patterns.length === 0 || patterns.some((one) => name === one || name.endsWith(one.replace('*', '')));
    const listed = Object.entries(all).filter(
      ([name, { ActiveState }]) => matches(name) && (states.length === 0 || states.includes(ActiveState)),
    );
    return [
      listed.map(([name, unit]) => [
        name,
        unit['Description'] ?? name,
        ...['LoadState', 'ActiveState', 'SubState'].map((property) => unit[property] ?? ''),
        '',
        pathOf(name),
        0,
        '',
        '/',
      ]),
    ];
  };
  const bus: MessageBus = {
    connect(handlers) {
      connections += 1;
      listeners.add(handlers);
      return {
        call: async (call) => {
          calls.push(call);
          return answer(call);
        },
        close: () => listeners.delete(handlers),
      };
    },
  };
  const signal = (path: string, its: string, member: string, ...values: BusValue[]): void => {
    for (const { onSignal } of listeners) onSignal({ path, interface: its, member, values: () => values });
  };
  return {
    bus,
    calls,
    connections: () => connections,
    manager: (member: string, ...values: BusValue[]) =>
      signal(MANAGER, `${SYSTEMD}.Manager`, member, ...values),
    ownerChanged: () =>
      signal('/org/freedesktop/DBus', 'org.freedesktop.DBus', 'NameOwnerChanged', SYSTEMD, ':1.1', ''),
    change(name: string, its: string, changes: Record<string, BusValue>): void {
      Object.assign((all[name] ??= { ...running }), changes);
      const PROPERTIES = 'org.freedesktop.DBus.Properties';
      signal(pathOf(name), PROPERTIES, 'PropertiesChanged', `${SYSTEMD}.${its}`, Object.entries(changes), []);
    },
  };
}
