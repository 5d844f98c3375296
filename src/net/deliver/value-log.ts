/** Logs once when a target starts to fail, and once when it recovers. */
import type { Clock } from '../../core/host.ts';
import type { Queue } from './queue.ts';
import type { SendLog } from './send-report.ts';

interface ValueLogSetup {
  /** Name of the target in the log. */
  name: string;
  queue: Pick<Queue, 'state'>;
  clock: Pick<Clock, 'monotonic'>;
  log(level: 'INFO' | 'WARNING' | 'ERROR', text: string): void;
}

const REPORT_MS = 3_600_000;

export function createValueLog({ name, queue, clock, log }: ValueLogSetup): SendLog {
  let reportedAt = -Infinity;
  let droppedBefore = 0;

  const dropped = (): number => {
    const { full, age } = queue.state().dropped;
    return full + age;
  };
  return {
    sent({ samples }, { answer, refused = 0 }, failures) {
      if (refused > 0) log('WARNING', `${name} refused ${refused} of ${samples} values: ${answer}.`);
      if (failures === 0) return;
      const lost = dropped() - droppedBefore;
      log('INFO', `${name} takes values again${lost > 0 ? `; dropped meanwhile: ${lost}` : ''}.`);
    },
    refused({ samples }, { answer }) {
      if (samples > 0) log('WARNING', `${name} refused ${samples} values: ${answer}.`);
    },
    failed(_, { answer }, failures) {
      if (failures === 1) droppedBefore = dropped();
      else if (clock.monotonic() - reportedAt < REPORT_MS) return;
      reportedAt = clock.monotonic();
      log('WARNING', `${name} does not take values: ${answer}. They are kept and sent later.`);
    },
  };
}
