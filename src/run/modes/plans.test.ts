import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPushBrowser } from '../../../test/support/push-service.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { planOf } from '../../core/parts/open.ts';
import type { Part } from '../../core/parts/part.ts';
import { type Given, give } from '../../core/parts/service.ts';
import { Browsers } from '../../alerts/notify/web-push/browsers.ts';
import { PlannedStop } from '../../core/base-services.ts';
import { DiscoveryChoice } from '../../fleet/discovery/discovery-part.ts';
import { PushedNumbers } from '../../measure/own/pushed.ts';
import { Notes } from '../../history/notes/notes.ts';
import { createListening, Listening } from '../../http/server/listening.ts';
import { GivenPassword } from '../cli/password/from-environment.ts';
import { Terminal } from '../cli/password/terminal.ts';
import { parseCommandLine } from '../cli/parse.ts';
import { Announcer } from '../parts/announcer.ts';
import { LOCAL } from '../parts/local-parts.ts';
import { givenTo, openMode } from '../parts/open-mode.ts';
import { PageFolder } from '../parts/page-parts.ts';
import type { Run } from '../parts/run.ts';
import { Servers, serversPart } from '../parts/servers-part.ts';
import * as alerts from './alerts.ts';
import * as serve from './serve.ts';
import * as terminal from './terminal.ts';

const ofServer: readonly Given[] = [
  give(PlannedStop, { signalled: new Promise<void>(() => {}) }),
  give(GivenPassword, { user: undefined, password: undefined }),
  give(Terminal, {} as Terminal),
  give(PageFolder, '/nowhere'),
  give(DiscoveryChoice, { isDisabled: true }),
  give(
    Listening,
    createListening(() => {}),
  ),
  give(Announcer, { tell() {} }),
];

it.each<[string, readonly Part[], readonly Given[]]>([
  ['a server', serve.PARTS, ofServer],
  ['the terminal', terminal.PARTS, []],
  ['modes that print and export', LOCAL, []],
  ['gander alerts', alerts.PARTS, []],
])('the list of %s has a provider for every need, and no circle', (_of, parts, given) => {
  const base = givenTo({ host: {}, command: parseCommandLine([]) } as never);
  expect(planOf(parts, [...base, ...given]).size).toBe(parts.length);
  // Users see the names in /api/parts.
  const names = parts.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('stops servers before the parts that their requests use, and exporters beside them', () => {
  const base = givenTo({ host: {}, command: parseCommandLine([]) } as never);
  const plan = planOf(serve.PARTS, [...base, ...ofServer]);
  const behind = (part: Part): string[] =>
    (plan.get(part) ?? []).flatMap((before) => [before.name, ...behind(before)]);
  const names = new Set(behind(serversPart));
  for (const name of ['agent', 'archive', 'hub', 'notes', 'beats', 'journal of events'])
    expect(names).toContain(name);
  // Each has the whole time limit of the end.
  for (const name of ['running exporters', 'notifications']) expect(names).not.toContain(name);
});

function open(configuration = '') {
  const closers: (() => unknown)[] = [];
  const env = {
    HOME: temporaryTree(),
    XDG_STATE_HOME: temporaryTree(),
    XDG_CONFIG_HOME: temporaryTree({ 'gander/gander.conf': configuration }),
  };
  const opening = openMode(
    {
      process: { env, pid: 1 },
      command: parseCommandLine(['-w']),
      log: { write: () => {} },
      life: {
        watch: () => {},
        onReload: () => {},
        atEnd: (close: () => unknown) => void closers.push(close),
        stopped: new Promise(() => {}),
      },
    } as unknown as Run,
    serve.PARTS,
    ofServer,
  );
  return { env, opening, end: () => Promise.all(closers.map((close) => close())) };
}

it('opens all parts of a server, and stops them with the process', async () => {
  const { opening, end } = open();
  const { states, get } = await opening;
  expect(states().filter(({ state }) => !['open', 'off'].includes(state))).toEqual([]);
  expect(get(Notes).all()).toEqual([]);
  expect(get(PushedNumbers).isReceiving).toBe(true);
  expect(get(Servers).listening()).toEqual([]);
  await end();
  expect(states().filter(({ state }) => !['stopped', 'off'].includes(state))).toEqual([]);
});

it('stops parts that open when the signal comes', async () => {
  const { opening, end } = open();
  await end();
  const { states } = await opening;
  expect(states().filter(({ state }) => !['stopped', 'off'].includes(state))).toEqual([]);
});

it('tells the files of several agents apart by the port of the configuration', async () => {
  const { env, opening, end } = open('[outputs]\nport=61300');
  const { get } = await opening;
  await get(Browsers).add({
    ...createPushBrowser().keys,
    endpoint: 'https://push.example/1',
    name: 'Firefox',
    origin: null,
  });
  const files = readdirSync(env.XDG_STATE_HOME, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  const texts = files.map(
    ({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name), 'utf8')}`,
  );
  await end();
  const named = texts.filter((text) => text.includes('61300')).map((text) => text.split(' ')[0]);
  expect(named.toSorted()).toEqual(['lock', 'notify-61300-browsers.json']);
  expect(texts.join('\n')).not.toContain('61208');
});
