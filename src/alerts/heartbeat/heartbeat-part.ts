/** Calls the service that `[heartbeat]` names while this agent runs. */
import { Environment, HostClock, LogWriter, valuesOf } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { off } from '../../core/parts/service.ts';
import { sectionWithSecrets } from '../../net/deliver/secret-value.ts';
import { createHeartbeat, Heartbeat } from './heartbeat.ts';
import { HEARTBEAT_SECTION } from './heartbeat-section.ts';

export const heartbeatPart = definePart({
  name: 'heartbeat',
  needs: {
    options: valuesOf(HEARTBEAT_SECTION),
    environment: Environment,
    clock: HostClock,
    log: LogWriter,
  },
  provides: Heartbeat,
  // A secret that cannot be read ends the start, like other mistakes in the configuration.
  isEssential: true,
  open({ options, environment, clock, log }, scope) {
    const { url, every } = sectionWithSecrets(HEARTBEAT_SECTION, options, environment);
    if (url === undefined) return off('no url in [heartbeat]');
    const heartbeat = createHeartbeat({ url, everyMs: every * 1000, clock, log: log.write });
    scope.onStart(heartbeat.start);
    scope.onStop(heartbeat.stop);
    return heartbeat;
  },
});
