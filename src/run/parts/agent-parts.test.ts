import { expect, it, onTestFinished } from 'vitest';
import { alertEvent } from '../../../test/support/alert-event.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { newPolicy } from '../../alerts/events/policy.ts';
import type { Policy } from '../../alerts/events/record.ts';
import { storedPolicy } from '../../alerts/events/stored-alert.ts';
import type { PastAlerts, TargetState } from '../../core/alert-policy.ts';
import { keyOf, type SavedEvent } from '../../core/event.ts';
import { openParts } from '../../core/parts/open.ts';
import { give } from '../../core/parts/service.ts';
import { createSignal } from '../../core/parts/signal.ts';
import { Registry } from '../../http/route/services.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { parseCommandLine } from '../cli/parse.ts';
import { Configuration, loadSettings } from '../config/load.ts';
import { Agent } from './agent.ts';
import { EventJournal } from '../../history/events/agent-journal.ts';
import { AGENT } from './agent-parts.ts';
import { OwnAlerts } from '../../alerts/events/alert-source.ts';
import { givenTo } from './open-mode.ts';
import { Reloading, type TakenOver } from './reload.ts';

const load = (text: string): Promise<Configuration> =>
  loadSettings({
    registry: plugins,
    file: { path: '/g.conf', borrowed: false },
    files: { read: () => Buffer.from(text) },
  });

async function opened() {
  const clock = createFakeClock();
  const host = createRecordedHost(new Map([['proc/stat', 'cpu  1 0 1 9 0 0 0 0\ncpu0 1 0 1 9 0 0 0 0\n']]), {
    clock,
  });
  const taken = createSignal<TakenOver>();
  const pastKnown = createSignal<PastAlerts>();
  const journal = {
    past: { events: [], alerts: [], lastId: 0, stoppedAt: 0 },
    lastRun: null,
    pastKnown,
    follow() {},
    take: async () => {},
    stop: async () => {},
  } as unknown as EventJournal;
  const parts = await openParts(AGENT, {
    given: [
      ...givenTo({
        command: parseCommandLine(['-w']),
        log: { write: () => {} },
        problems: keptProblems().problems,
        environment: {},
        host,
      }),
      give(Configuration, await load('')),
      give(Registry, plugins),
      give(Reloading, { taken, raw: () => ({}), reload: async () => {} }),
      give(EventJournal, journal),
    ],
  });
  onTestFinished(parts.stop);
  return { parts, taken, pastKnown, clock };
}

it('applies thresholds of a configuration that is taken over', async () => {
  const { parts, taken } = await opened();
  const { levels } = parts.get(Agent);
  const configuration = await load('[cpu]\ntotal_careful=11\n');
  const { section } = configuration.settings;
  const before = levels.edition;
  await taken.emit({ configuration, targets: [], section });
  expect(levels.edition).toBeGreaterThan(before);
  expect(levels.limitsOf('cpu')).toMatchObject({ cpu_total_careful: 11 });
});

it('tells of alerts that the run before has notified of, when these are known late', async () => {
  const { parts, pastKnown, clock } = await opened();
  const { restored, memory, notified } = parts.get(OwnAlerts);
  const late: unknown[] = [];
  restored.on(() => late.push(...memory.all('ops')));
  await parts.start();
  const now = { time: clock.now(), at: clock.monotonic() };
  const event = alertEvent('FS', 90, { begin: Math.floor(now.time / 1000) - 60 });
  const saved: SavedEvent = { id: 7, plugin: 'fs', field: 'percent', identity: '/', stat: 'fs', event };
  const sent: TargetState = { told: 'sent', level: 'WARNING', at: now.at, pending: [] };
  const raised = { ...newPolicy(saved, now.at), phase: 'told', told: 'WARNING', wasTold: true } as const;
  const policy: Policy = { ...raised, targets: { ops: sent } };
  const alerts = [{ saved, policy: storedPolicy(policy, now) }];
  await pastKnown.emit({ events: [saved], alerts, lastId: 7, stoppedAt: now.time - 1000 });
  expect([late, notified().map(({ id }) => id)]).toEqual([[[keyOf(saved), sent]], [7]]);
});
