/** A hub without anything to monitor. */
import { createHub } from '../../src/fleet/hub/hub.ts';
import { createFakeClock } from './fake-clock.ts';

/** A hub without servers. */
export const idleHub = () =>
  createHub({
    checkValues: (values) => values,
    checkAlerts: (notified) => notified,
    clock: createFakeClock(),
    servers: [],
    columns: [],
    refresh: 10,
    addedFile: null,
    onFault: () => {},
  });
