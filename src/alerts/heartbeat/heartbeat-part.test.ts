import { expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { serveWeb } from '../../../test/support/web-server.ts';
import { Environment, HostClock, LogWriter, SectionReader } from '../../core/base-services.ts';
import { openParts } from '../../core/parts/open.ts';
import { give } from '../../core/parts/service.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { configForApi } from '../../run/config/api-view.ts';
import { loadSettings } from '../../run/config/load.ts';
import { sectionsIn } from '../../run/config/typed.ts';
import { heartbeatPart } from './heartbeat-part.ts';
import { Heartbeat } from './heartbeat.ts';

async function load(...lines: string[]) {
  const text = ['[heartbeat]', ...lines].join('\n');
  return loadSettings({
    registry: plugins,
    file: { path: 'g.conf', borrowed: false },
    files: { read: () => new TextEncoder().encode(text) },
  });
}

async function open(environment: Record<string, string>, ...lines: string[]) {
  const { sections } = await load(...lines);
  const running = await openParts([heartbeatPart], {
    given: [
      give(SectionReader, sectionsIn(sections)),
      give(Environment, environment),
      give(HostClock, createFakeClock()),
      give(LogWriter, { write: () => {} }),
    ],
  });
  onTestFinished(running.stop);
  return running;
}

it('takes the address from the configuration, a file or the environment', async () => {
  const asked: (string | undefined)[] = [];
  const place = await serveWeb((request, response) => {
    asked.push(request.url);
    response.end();
  });
  const folder = temporaryTree({ url: `http://${place}/file\n` });
  const opened = await Promise.all([
    open({}, `url=http://${place}/config`, 'every=10'),
    open({}, `url_file=${folder}/url`),
    open({ GANDER_HEARTBEAT_URL: `http://${place}/environment` }),
  ]);
  expect(opened.map(({ get }) => get(Heartbeat).state().last_try)).toEqual([null, null, null]);
  for (const { start } of opened) await start();
  await expect.poll(() => asked.toSorted()).toEqual(['/config', '/environment', '/file']);
  expect((await open({})).lackOf(Heartbeat)).toMatchObject({ reason: 'no url in [heartbeat]' });
  await expect(open({}, 'url_file=/nowhere')).rejects.toThrow(
    '[heartbeat] cannot read url_file = /nowhere: there is no such file.',
  );
});

it('never shows the address', async () => {
  const { raw } = await load('url=https://hc.example/hunter2', 'every=30');
  expect(configForApi(raw, { registry: plugins, cores: 1 })['heartbeat']).toEqual({
    url: '********',
    every: '30',
  });
  await expect(load('url=hunter2')).rejects.toThrow(
    'g.conf:2: [heartbeat] url = ********: expected an address that starts with https:// or http://.',
  );
});
