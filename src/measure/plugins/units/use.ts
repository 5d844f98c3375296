/** Resource use of units, from their control groups. */
import type { BusValue, Host } from '../../../core/host.ts';
import { type CgroupFiles, cgroupFilesOf, cgroupMembershipsOf } from '../shared/cgroup-files.ts';
import { cgroupCpu, cgroupMemory, cgroupTasks } from '../shared/cgroup-use.ts';
import type { Properties, Use } from './properties.ts';

interface UnitUse {
  read(unit: Properties): Use;
  /** Closes the files of all units but these. */
  keep(units: readonly Properties[]): void;
}

interface OpenCgroup {
  /** Since when the unit has been in its state: another run may have other files. */
  readonly since: BusValue | undefined;
  readonly files: Pick<CgroupFiles, 'version' | 'cpu' | 'memory' | 'tasks'>;
}

/** Mount point of pure cgroup v2. */
const UNIFIED = '/sys/fs/cgroup/cgroup.controllers';
const NO_USE: Use = { cpu_time: null, memory: null, tasks: null };
const IDLE: ReadonlySet<BusValue | undefined> = new Set(['inactive', 'failed']);

export function createUnitUse(host: Host): UnitUse {
  const kept = { read: host.readKept };
  /** By path. Files stay open, and missing ones are not retried constantly: there are three per unit. */
  const groups = new Map<string, OpenCgroup>();
  const hierarchies =
    host.readText(UNIFIED) === null
      ? cgroupMembershipsOf(host, 1).filter(({ controllers }) => controllers !== '')
      : [{ controllers: '' }];

  const open = (path: string, since: BusValue | undefined): OpenCgroup => {
    const all = cgroupFilesOf(
      host,
      hierarchies.map(({ controllers }) => ({ controllers, path })),
    );
    const there = (file: string | null = null): string | null =>
      file !== null && host.readText(file) !== null ? file : null;
    const files = {
      version: all?.version ?? 2,
      cpu: there(all?.cpu),
      memory: there(all?.memory),
      tasks: there(all?.tasks),
    };
    return { since, files };
  };
  const close = (path: string): void => {
    const { cpu = null, memory = null, tasks = null } = groups.get(path)?.files ?? {};
    for (const file of [cpu, memory, tasks]) if (file !== null) host.release(file);
    groups.delete(path);
  };
  const groupOf = (path: string, since: BusValue | undefined): OpenCgroup => {
    const before = groups.get(path);
    if (before?.since === since && before !== undefined) return before;
    close(path);
    const group = open(path, since);
    groups.set(path, group);
    return group;
  };

  return {
    read(unit) {
      const path = pathOf(unit);
      if (path === null) return NO_USE;
      const { files } = groupOf(path, unit.get('StateChangeTimestamp'));
      const nanoseconds = cgroupCpu(kept, files);
      return {
        cpu_time: nanoseconds === null ? null : nanoseconds / 1e6,
        memory: cgroupMemory(kept, files),
        tasks: cgroupTasks(kept, files),
      };
    },
    keep(units) {
      const present = new Set(units.map(pathOf));
      for (const path of groups.keys()) if (!present.has(path)) close(path);
    },
  };
}

/** Usage of the unit's control group; null: none. */
function pathOf(unit: Properties): string | null {
  const path = unit.get('ControlGroup');
  return typeof path === 'string' && path !== '' && !IDLE.has(unit.get('ActiveState')) ? path : null;
}
