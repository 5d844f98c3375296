import { measureEventCost } from '../event-cost.ts';
import { digits, type Measure } from '../figure.ts';

const REACH_US = 100;

/** CPU of judging what a cycle brings, and of keeping events. */
export const measureEvents: Measure = async () => {
  const { quietCycleUs, quietValueUs, alarmValueUs } = measureEventCost();
  return [
    {
      name: 'CPU of judging one cycle for events, nothing wrong',
      value: `${digits(quietCycleUs)} µs`,
      peer: `per value ${digits(quietValueUs)} µs, with an event ${digits(alarmValueUs)} µs`,
      reach: `≤ ${REACH_US} µs`,
      isReached: quietCycleUs <= REACH_US,
    },
  ];
};
