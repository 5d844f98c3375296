import { constant, counter, cumulative, derived, flag, gauge, text } from '../../../core/fields.ts';
import { CPU_PERCENT } from '../../../core/ranges.ts';
import type { Level } from '../../../core/level-rule.ts';
import type { Served } from '../../../core/served.ts';

const lacking = { nullable: true } as const;
/** Useless as a metric. */
const shown = { nullable: true, metric: 'skip' } as const;
const ofTimer = { sparse: true, nullable: true } as const;

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
  since: constant('timestamp', 'Time of the last change of state, seconds since the epoch.', shown),
  main_pid: constant(null, 'Number of the main process; null while none runs.', shown),
  cpu_time: counter('millisecond', 'CPU time of all its processes.', {
    fastest: CPU_PERCENT[1] * 10,
    nullable: true,
    history: false,
  }),
  cpu_percent: derived('percent', 'CPU time per second, in percent of one core.', cpuPercent, {
    ...shown,
    range: CPU_PERCENT,
  }),
  memory: gauge('bytes', 'Memory of all its processes, with the cache of their files.', lacking),
  tasks: gauge('number', 'Threads of all its processes.', { nullable: true, history: false }),
  restarts: cumulative('number', 'Automatic restarts since the last start by hand.', lacking),
  result: text(
    'How its last run ended: success, exit-code, signal, timeout, start-limit-hit and others.',
    lacking,
  ),
  exit_code: constant('number', 'Exit code of the main process, where it has ended by itself.', shown),
  exit_signal: text('Signal that has ended the main process, such as SIGKILL.', lacking),
  stopped: flag(
    null,
    'True: it was stopped on request and its processes did not exit cleanly, which is no failure.',
    {
      sparse: true,
      metric: 'skip',
    },
  ),
  trigger: text(
    'Units that start it, such as logrotate.timer; for a timer, the unit that it starts.',
    lacking,
  ),
  last_run: constant(
    'timestamp',
    'When the timer elapsed last, seconds since the epoch; null: never.',
    ofTimer,
  ),
  next_run: constant(
    'timestamp',
    'When it elapses next, seconds since the epoch; null: not scheduled.',
    ofTimer,
  ),
};
