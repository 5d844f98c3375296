import { say } from '../../../core/said.ts';
import { createNameFilter, nameFilterOptions } from '../../../core/name-filter.ts';
import { definePlugin, type PluginContext, Unsupported } from '../../../core/plugin.ts';
import type { Host } from '../../../core/host.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { fields } from './fields.ts';
import { createManager } from './manager.ts';
import { hasRun, itemOf, type Properties } from './properties.ts';
import { createSystemctl } from './systemctl.ts';
import { createUnitUse } from './use.ts';
import { orNull } from '../../../core/or-null.ts';

const { show, hide } = nameFilterOptions();
const options = { show, hide };

/** Exists if systemd is the first process: sd_booted(3). */
const BOOTED = '/run/systemd/system';
/** Changes within this time are shown together. */
const GATHER_MS = 200;

/** Services and timers of systemd; other units when they have failed. States come from the system bus, use from control groups. */
export default definePlugin({
  name: 'units',
  shape: 'list',
  key: 'name',
  description: 'Services and timers of systemd, and all other units that have failed.',
  weight: 'heavy',
  fields,
  options,
  create: (context) => createReader(context),
});

function createReader({ host, options: own, refresh, again, notice }: PluginContext<typeof options>) {
  const filter = createNameFilter({ ...own, alias: new Map() });
  const use = createUnitUse(host);
  const systemctl = createSystemctl(host);
  let readAt = Number.NEGATIVE_INFINITY;
  /** Read once per refresh at most, however much happens. */
  const onChange = (): void => again(Math.max(GATHER_MS, readAt + refresh * 1000 - host.clock.monotonic()));
  const manager = createManager({ bus: host.systemBus(), clock: host.clock, onChange });

  const properties = async (): Promise<readonly Properties[]> => {
    try {
      const session = await manager.session();
      notice('bus', null);
      notice(
        'units',
        session.left === 0 ? null : say('{count} more units are not followed', { count: session.left }),
      );
      return session.units();
    } catch (error) {
      // Below --rootfs, a program would tell of another machine.
      if (!host.isLocal || !isOutOfReach(error)) throw error;
      const units = await systemctl();
      notice('bus', say('{problem}; systemctl is asked every 30 s instead', { problem: error.said }));
      return units;
    }
  };

  return {
    async read() {
      if (!exists(host, BOOTED))
        throw new Unsupported(
          say(
            "systemd has not started this machine: there is no {path}. In a container, mount the host's /run (see --rootfs)",
            { path: BOOTED },
          ),
        );
      const units = await properties();
      const now = { realtime: host.clock.now() * 1000, monotonic: host.clock.monotonic() * 1000 };
      readAt = host.clock.monotonic();
      use.keep(units);
      // Most units have not run since boot and have no values.
      const all = units.filter(hasRun).map((unit) => itemOf(unit, use.read(unit), now));
      const served = all.filter(({ name }) => filter.serves(name));
      notice('hidden', filter.whyEmpty(all.length, served.length, 'units'));
      return served.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

/** Nobody accepts connections to the bus, or not from this user. */
const isOutOfReach = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && OUT_OF_REACH.has(error.code ?? '');
const OUT_OF_REACH: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'EACCES']);

function exists(host: Host, folder: string): boolean {
  return orNull(() => host.list(folder)) !== null;
}
