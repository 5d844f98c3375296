import { constant, cumulative, gauge, list, object, text } from '../../../core/fields.ts';
import { CPU_PERCENT } from '../../../core/ranges.ts';
import { type Level, WORKING } from '../../../core/level-rule.ts';
import { metricNumber } from '../../../core/metric.ts';
import type { Served, ServedMember } from '../../../core/served.ts';
import { shareOf } from '../shared/series.ts';

const since = constant('seconds', 'Time since the previous sample.', { sparse: true, metric: 'skip' });

/** Not exported: other metrics have their inputs. */
const PER_SECOND = {
  nullWhen: 'it does not run, has one sample only, its counter fell or leapt, or its engine keeps none',
  metric: 'skip',
} as const;

/** States of the engines, and the outcomes of health checks. */
const STATUS_WORDS = [
  'created',
  'running',
  'healthy',
  'unhealthy',
  'starting',
  'paused',
  'restarting',
  'removing',
  'exited',
  'dead',
  'stopped',
];

const memberNumber =
  (group: 'io' | 'network', member: string) =>
  (item: Served): number | null =>
    metricNumber((item[group] as Served | undefined)?.[member]);

/** States in which a container does not do its work. */
const STATES: ReadonlyMap<ServedMember, Level> = new Map([
  ['unhealthy', 'CRITICAL'],
  ['dead', 'CRITICAL'],
  ['restarting', 'WARNING'],
  ['removing', 'CAREFUL'],
  ['paused', 'CAREFUL'],
  ['frozen', 'CAREFUL'],
  ['starting', 'CAREFUL'],
]);
const stateOf = ({ status }: Served): Level => STATES.get(status) ?? 'OK';

/** Percent of the limit, without reclaimable page cache. */
function memoryPercent(served: Served): number | null {
  const usage = served['memory_usage'];
  const limit = served['memory_limit'];
  if (typeof usage !== 'number' || typeof limit !== 'number' || limit === 0) return null;
  return ((usage - ((served['memory_inactive_file'] as number | null) ?? 0)) * 100) / limit;
}

export const fields = {
  name: text('Name of the container; where two engines use one name, the later one has its engine added.', {
    metric: { label: 'name' },
  }),
  alias: text('Configured label of the container.', { sparse: true }),
  id: text('Identifier that the engine gave it.', { metric: { info: 'id' } }),
  status: text('State, or its health where it runs and has a health check.', {
    level: { header: 'status', log: 'never', state: stateOf },
    metric: { words: STATUS_WORDS },
  }),
  created: text('Time of creation, in ISO 8601.', { nullWhen: 'its engine does not report it' }),
  command: text('Command that it runs.', { nullWhen: 'its engine does not report it', holdsArguments: true }),
  image: list('list', 'Image, as one text: its tags, separated by commas.', text('Tags of the image.'), {
    metric: { info: 'image' },
  }),
  ports: text('Published and exposed ports, such as 8080->80/tcp,443/tcp.'),
  uptime: text('Time since it was started, in words.', { nullWhen: 'it does not run' }),
  engine: text('Engine that runs it: docker, podman or lxd (Incus too).', { metric: { label: 'engine' } }),
  pod_name: text('Name of its pod.', { sparse: true }),
  pod_id: text('First 12 digits of the identifier of its pod.', { sparse: true }),
  cpu_percent: gauge('percent', 'CPU time it uses; 100 is one core.', {
    nullWhen: 'it does not run, its counter fell or leapt, or its engine does not report it',
    range: CPU_PERCENT,
    level: { header: 'cpu', delays: WORKING },
  }),
  cpu_time: cumulative('second', 'CPU time it has used since it was started.', { sparse: true }),
  cpu_limit: constant('number', 'Cores it may use.', { nullWhen: 'it has no limit' }),
  memory_usage: gauge('byte', 'Memory it uses, file cache included.', {
    nullWhen: 'it does not run, or its engine does not report it',
    level: {
      header: 'mem',
      compared: {
        value: memoryPercent,
        unit: 'percent',
        of: 'of its limit',
        series: { memory_usage: shareOf('memory_limit') },
      },
    },
  }),
  memory_inactive_file: gauge('byte', 'Part of it that is file cache and can be dropped at once.', {
    nullWhen: 'it does not run, or its engine does not report it',
  }),
  memory_limit: constant('byte', 'Memory it may use; that of the host when it has no limit.', {
    nullWhen: 'it does not run, or its engine does not report it',
  }),
  memory_percent: constant('percent', 'Reserved for older clients.', {
    nullWhen: 'it is not measured',
    metric: 'skip',
  }),
  io_rx: gauge('bytepersecond', 'Bytes read from disks per second.', { ...PER_SECOND, wireUnit: 'byte' }),
  io_wx: gauge('bytepersecond', 'Bytes written to disks per second.', { ...PER_SECOND, wireUnit: 'byte' }),
  network_rx: gauge('bytepersecond', 'Bytes received per second; /unit says bits for compatibility.', {
    ...PER_SECOND,
    wireUnit: 'bitpersecond',
  }),
  network_tx: gauge('bytepersecond', 'Bytes sent per second; /unit says bits for compatibility.', {
    ...PER_SECOND,
    wireUnit: 'bitpersecond',
  }),
  cpu: object(
    null,
    'CPU, for older clients.',
    {
      total: gauge('percent', 'As cpu_percent.', { sparse: true, range: CPU_PERCENT }),
      limit: constant('number', 'As cpu_limit.', { sparse: true }),
    },
    { metric: 'skip' },
  ),
  memory: object(
    null,
    'Memory, for older clients.',
    {
      usage: gauge('byte', 'As memory_usage.', { sparse: true }),
      limit: constant('byte', 'As memory_limit.', { sparse: true }),
      inactive_file: gauge('byte', 'As memory_inactive_file.', { sparse: true }),
    },
    { metric: 'skip' },
  ),
  io: object(null, 'Disks, for older clients.', {
    cumulative_ior: cumulative('byte', 'Bytes read since it was started.', {
      sparse: true,
      metric: { name: 'disk_read', value: memberNumber('io', 'cumulative_ior') },
    }),
    cumulative_iow: cumulative('byte', 'Bytes written since it was started.', {
      sparse: true,
      metric: { name: 'disk_written', value: memberNumber('io', 'cumulative_iow') },
    }),
    time_since_update: since,
    ior: gauge('byte', 'Bytes read since the previous sample.', { sparse: true, metric: 'skip' }),
    iow: gauge('byte', 'Bytes written since the previous sample.', { sparse: true, metric: 'skip' }),
  }),
  network: object(null, 'Network, for older clients.', {
    cumulative_rx: cumulative('byte', 'Bytes received since it was started.', {
      sparse: true,
      metric: { name: 'network_received', value: memberNumber('network', 'cumulative_rx') },
    }),
    cumulative_tx: cumulative('byte', 'Bytes sent since it was started.', {
      sparse: true,
      metric: { name: 'network_sent', value: memberNumber('network', 'cumulative_tx') },
    }),
    time_since_update: since,
    rx: gauge('byte', 'Bytes received since the previous sample.', { sparse: true, metric: 'skip' }),
    tx: gauge('byte', 'Bytes sent since the previous sample.', { sparse: true, metric: 'skip' }),
  }),
};
