import { measureEventCost, measureFirstJudging } from '../event-cost.ts';
import { digits, type Measure } from '../figure.ts';

const REACH_US = 100;
const TURN_MS = 10;

/** CPU of judging what a cycle brings, and of keeping events. */
export const measureEvents: Measure = async () => {
  // Before anything is compiled, as after a start.
  const first = await measureFirstJudging();
  const { quietCycleUs, quietValueUs, alarmValueUs } = measureEventCost();
  return [
    {
      name: 'CPU of judging one cycle for events, nothing wrong',
      value: `${digits(quietCycleUs)} µs`,
      peer: `per value ${digits(quietValueUs)} µs, with an event ${digits(alarmValueUs)} µs`,
      reach: `≤ ${REACH_US} µs`,
      isReached: quietCycleUs <= REACH_US,
    },
    {
      name: 'Longest turn while 5,000 network interfaces are judged for the first time, CPU of the main thread',
      value: `${digits(first)} ms`,
      peer: 'none',
      reach: `≤ ${TURN_MS} ms`,
      isReached: first <= TURN_MS,
    },
  ];
};
