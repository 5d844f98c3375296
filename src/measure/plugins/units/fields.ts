import { constant, counter, cumulative, derived, flag, gauge, text } from '../../../core/fields.ts';
import { CPU_PERCENT } from '../../../core/ranges.ts';
import type { Level } from '../../../core/level-rule.ts';
import type { Served } from '../../../core/served.ts';

/** Of its control group. */
const used = { nullWhen: 'it does not run, or systemd does not account for it' } as const;

const stateOf = ({ active_state: state, stopped }: Served): Level =>
  state === 'failed' && stopped !== true ? 'WARNING' : 'OK';
const isIn = (state: string) => (served: Served) => Number(served['active_state'] === state);

function cpuPercent({ cpu_time_rate_per_sec: rate }: Served): number | null {
  return typeof rate === 'number' ? rate / 10 : null;
}

export const fields = {
  name: text('Name of the unit, as systemctl takes it.', { metric: { label: 'name' } }),
  description: text('Description in its unit file.'),
  load_state: text('Whether its unit file could be read: loaded, not-found, bad-setting, error or masked.'),
  active_state: text('State: active, reloading, inactive, failed, activating, deactivating or maintenance.', {
    level: { header: '', log: 'never', state: stateOf },
    metric: [
      { name: 'active', help: '1 while the unit is active.', value: isIn('active'), isComputed: true },
      { name: 'failed', help: '1 while the unit is failed.', value: isIn('failed'), isComputed: true },
    ],
  }),
  sub_state: text('State in the words of its type, such as running, exited or waiting.'),
  since: constant('timestamp', 'Time of the last change of state, seconds since the epoch.', {
    nullWhen: 'its state has never changed',
    metric: 'skip',
  }),
  main_pid: constant(null, 'Pid of the main process.', {
    nullWhen: 'no main process runs',
    metric: 'skip',
  }),
  cpu_time: counter('millisecond', 'CPU time of all its processes.', {
    fastest: CPU_PERCENT[1] * 10,
    ...used,
    history: false,
  }),
  cpu_percent: derived('percent', 'CPU time per second, in percent of one core.', cpuPercent, {
    ...used,
    metric: 'skip',
    range: CPU_PERCENT,
  }),
  memory: gauge('bytes', 'Memory of all its processes, with the cache of their files.', used),
  tasks: gauge('number', 'Threads of all its processes.', { ...used, history: false }),
  restarts: cumulative('number', 'Automatic restarts since the last start by hand.', {
    nullWhen: 'units of its type have none',
  }),
  result: text('How its last run ended: success, exit-code, signal, timeout, start-limit-hit and others.', {
    nullWhen: 'units of its type have none',
  }),
  exit_code: constant('number', 'Exit code of the main process.', {
    nullWhen: 'its main process has not ended by itself',
    metric: 'skip',
  }),
  exit_signal: text('Signal that has ended the main process, such as SIGKILL.', {
    nullWhen: 'no signal has ended its main process',
  }),
  stopped: flag(
    null,
    'True: it was stopped on request and its processes did not exit cleanly, which is no failure.',
    {
      sparse: true,
      metric: 'skip',
    },
  ),
  trigger: text('Units that start it, such as logrotate.timer; for a timer, the unit that it starts.', {
    nullWhen: 'no unit starts it',
  }),
  last_run: constant('timestamp', 'When the timer elapsed last, seconds since the epoch.', {
    sparse: true,
    nullWhen: 'it has never elapsed',
  }),
  next_run: constant('timestamp', 'When it elapses next, seconds since the epoch.', {
    sparse: true,
    nullWhen: 'it is not scheduled',
  }),
};
