import { bytesOf } from '../../../measure/linux/bytes.ts';
import { parseSystemctlShow, type UnitProperties } from '../../../measure/linux/systemctl-show.ts';
import type { Collector, Put } from '../collector.ts';

const STATES = ['activating', 'active', 'deactivating', 'failed', 'inactive'];
/** Kinds that node_exporter leaves out: there are hundreds, and they do not fail. */
const HIDDEN = /\.(?:automount|device|mount|scope|slice)$/;
const PROPERTIES = 'Id,LoadState,ActiveState,Type,NAccepted,NConnections,NRefused,NRestarts';
const LIMITS = { timeoutMs: 5000, maxBytes: 8 * 1024 * 1024 };

/** Optional, since it runs a program. */
export const systemd: Collector = {
  name: 'systemd',
  isOptional: true,
  async collect(host, put) {
    const argv = ['systemctl', 'show', '*', '--all', '--no-pager', `--property=${PROPERTIES}`];
    const { code, stdout, failure } = await host.run(argv, LIMITS);
    if (code !== 0) throw new Error(failure ?? `systemctl ended with code ${code}`);
    const units = parseSystemctlShow(bytesOf(stdout));
    for (const state of STATES)
      put(
        'node_systemd_units',
        'Units by state.',
        units.filter((unit) => unit.get('ActiveState') === state).length,
        ['state', state],
      );
    for (const unit of units)
      if (unit.get('LoadState') === 'loaded' && !HIDDEN.test(unit.get('Id') ?? '')) putUnit(unit, put);
  },
};

function putUnit(unit: UnitProperties, put: Put): void {
  const name = ['name', unit.get('Id') ?? ''] as const;
  const type = ['type', unit.get('Type') ?? ''] as const;
  for (const state of STATES)
    put(
      'node_systemd_unit_state',
      'The unit is in this state.',
      Number(unit.get('ActiveState') === state),
      name,
      ['state', state],
      type,
    );
  const number = (property: string): number | null => {
    const text = unit.get(property) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  put('node_systemd_service_restart_total', 'Restarts of a service.', number('NRestarts'), name);
  put('node_systemd_socket_accepted_connections_total', 'Connections accepted.', number('NAccepted'), name);
  put('node_systemd_socket_current_connections', 'Connections now.', number('NConnections'), name);
  put('node_systemd_socket_refused_connections_total', 'Connections refused.', number('NRefused'), name);
}
