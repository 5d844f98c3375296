import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { keptLog, notifyOptions, sampleNotice, sampleTarget } from '../../../test/support/notify.ts';
import { createToldMemory } from '../../../test/support/told-memory.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createSystemClock } from '../../measure/host/system-clock.ts';
import { openNotifier } from './open-notifier.ts';

it('is null without targets, and keeps its queue in the state folder', async () => {
  const folder = temporaryTree();
  const { log } = keptLog();
  const target = sampleTarget('webhook', { webhook_url: `http://127.0.0.1:${await freePort()}` });
  const setup = {
    options: notifyOptions(),
    environment: { STATE_DIRECTORY: folder },
    isRoot: false,
    instance: 61_208,
    clock: createSystemClock(),
    log,
    memory: createToldMemory(),
    current: () => null,
  };
  expect(openNotifier({ ...setup, targets: [] })).toBeNull();
  const notifier = openNotifier({ ...setup, targets: [target] });
  notifier?.notify(sampleNotice());
  await notifier?.stop();
  expect(readdirSync(folder)).toEqual(['notify-61208']);
});
