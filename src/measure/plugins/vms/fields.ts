import { type Level, type LevelRule, WORKING } from '../../../core/level-rule.ts';
import type { Served, ServedMember } from '../../../core/served.ts';
import { rateOf, shareOf } from '../shared/series.ts';
import { constant, counter, gauge, type Reading, text } from '../../../core/fields.ts';

const load = (minutes: number, level?: LevelRule) =>
  gauge('number', `Load inside the machine, mean over ${minutes} min.`, {
    nullWhen: 'only Multipass reports it, of running machines',
    ...(level && { level }),
    metric: { name: `load${minutes}` },
  });

/** States in which a machine does not do its work: virDomainState of libvirt, and the words of Multipass. */
const STATES: ReadonlyMap<ServedMember, Level> = new Map([
  ['crashed', 'CRITICAL'],
  ['paused', 'CAREFUL'],
  ['pmsuspended', 'CAREFUL'],
  ['suspended', 'CAREFUL'],
  ['suspending', 'CAREFUL'],
  ['in shutdown', 'CAREFUL'],
]);
const stateOf = ({ status }: Served): Level => STATES.get(status) ?? 'OK';

/** Percent of the machine's own limit. */
function memoryPercent({ memory_usage: usage, memory_total: limit }: Served): number | null {
  return typeof usage === 'number' && typeof limit === 'number' && limit > 0 ? (usage * 100) / limit : null;
}

export const fields = {
  name: text('Name of the virtual machine.', { metric: { label: 'name' } }),
  id: text('Identifier given by its engine: the number of a running domain, or the hash of the image.'),
  status: text('State in the words of the engine: running, paused, shut off and so on.', {
    level: { header: 'status', log: 'never', state: stateOf },
    metric: { info: 'status' },
  }),
  release: text('Operating system inside, or the title its owner gave it.', {
    nullWhen: 'its engine states none',
  }),
  cpu_count: constant('number', 'Virtual cores.', { metric: { name: 'cpus' } }),
  cpu_time: counter('number', 'CPU time used, in hundredths of a second: its rate is percent of one core.', {
    fastest: 100,
    perCore: true,
    nullWhen: 'its engine reports none, as Multipass does',
    level: { header: 'cpu', delays: WORKING, compared: rateOf('cpu_time') },
    metric: { unit: 'second', factor: 0.01 },
  }),
  memory_usage: gauge('byte', 'Memory of the host in use.', {
    nullWhen: 'its engine reports none',
    level: {
      header: 'mem',
      compared: {
        value: memoryPercent,
        unit: 'percent',
        of: 'of its limit',
        series: { memory_usage: shareOf('memory_total') },
      },
    },
  }),
  memory_total: constant('byte', 'Memory it may use.', { nullWhen: 'its engine reports none' }),
  load_1min: load(1, { header: 'load', delays: WORKING }),
  load_5min: load(5),
  load_15min: load(15),
  ipv4: text('First IPv4 address.', { nullWhen: 'only Multipass reports it, of running machines' }),
  engine: text('Engine: virsh or multipass.', { metric: { label: 'engine' } }),
  engine_version: text('Hypervisor and version.', { nullWhen: 'its engine does not report it' }),
};

/** A virtual machine as its engine reports it. */
export type Vm = Reading<typeof fields>;

/** A program that manages virtual machines. */
export interface VmEngine {
  readonly name: string;
  /** All machines, running or not; null: not installed. Rejects for unexpected output. */
  read(): Promise<readonly Vm[] | null>;
  /** True when a machine in this state counts as running. */
  isActive(status: string): boolean;
}
