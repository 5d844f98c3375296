import { existsSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { Environment, LogWriter, WatchedHost } from '../../core/base-services.ts';
import { openParts } from '../../core/parts/open.ts';
import { give, type Off, off } from '../../core/parts/service.ts';
import { WatchedLevels } from '../../measure/levels/levels.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { RunningExporters } from '../metrics/exporters.ts';
import { createListening, Listening } from '../../http/server/listening.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { parseCommandLine } from '../../run/cli/parse.ts';
import { loadSettings } from '../../run/config/load.ts';
import { chooseExporters } from '../../run/parts/choose-exporters.ts';
import { exportPlan } from '../../run/parts/export-plan.ts';
import { ExportPlan } from './export-plan.ts';
import { exporterRoutesPart } from './exporter-routes-part.ts';
import { exportersPart, runningExportersPart } from './exporters-part.ts';

const NO_PLAN = off('neither --export nor enable in [export] names one');

async function open(plan: ExportPlan | Off) {
  const listening = createListening(() => {});
  const agent = createFakeAgent();
  const clock = createFakeClock();
  const planned = vi.spyOn(clock, 'setTimer');
  const running = await openParts([exportersPart, runningExportersPart, exporterRoutesPart], {
    given: [
      give(ExportPlan, plan),
      give(Listening, listening),
      give(Environment, { STATE_DIRECTORY: temporaryTree() }),
      give(WatchedHost, createRecordedHost(temporaryTree({}), { clock })),
      give(Sampling, agent as never),
      give(WatchedLevels, agent.levels),
      give(LogWriter, { write: () => {} }),
    ],
  });
  const features = { parts: [exporterRoutesPart], services: running };
  return { ...running, listening, clock, planned, api: createFakeApi(undefined, { features }) };
}

it('serves an empty list where no exporter runs, and knows the reason', async () => {
  const { api, lackOf } = await open(NO_PLAN);
  expect(lackOf(RunningExporters)?.reason).toContain('neither --export nor enable in [export] names one');
  expect((await api.get('/api/exporters')).json()).toEqual([]);
  const flush = await api.sendJson('POST', '/api/exporters/x/flush', undefined, {});
  expect(flush).toEqual([404, { detail: 'There is no running exporter x' }]);
});

it('begins once the servers listen, and ends with its part', async () => {
  const file = `${temporaryTree()}/values.json`;
  const command = parseCommandLine(['-w', '--export', 'json', '--export-json-file', file]);
  const configuration = await loadSettings({
    registry: plugins,
    file: null,
    files: { read: () => new Uint8Array() },
  });
  const chosen = chooseExporters({ command, configuration, environment: {} });
  const { api, clock, planned, listening, start, stop } = await open(
    exportPlan(configuration, command, chosen),
  );
  await start();
  // The queue of this exporter is in memory: if it had begun, its first export would be planned by now.
  await clock.advance(0);
  expect(planned).not.toHaveBeenCalled();
  expect((await api.get('/api/exporters')).json()).toMatchObject([{ name: 'json', state: 'starting' }]);
  listening.begin([]);
  await clock.advance(2000 * configuration.sections.global.refresh);
  await expect.poll(() => existsSync(file)).toBe(true);
  await stop();
  planned.mockClear();
  await clock.advance(60_000);
  expect(planned).not.toHaveBeenCalled();
});
