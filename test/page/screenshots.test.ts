import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AlertEvent } from '../../src/core/event.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { onlyInFull } from '../support/full-run.ts';
import { fakeAuthenticator } from '../support/guarded-api.ts';
import { itInFull } from '../support/it-in-full.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { type Snapshot, useBrowser, whenShown } from '../support/page-browser.ts';
import { servePageFleet } from '../support/page-fleet.ts';
import { largeFleet } from '../support/page-fleet-servers.ts';
import { givePast } from '../support/page-past.ts';
import { comparePage } from '../support/screenshot.ts';

interface Scene {
  machine: string;
  hash?: string;
  change?: (all: Snapshot) => unknown;
  /** Changes the events that the agent lists. */
  events?: (listed: readonly AlertEvent[]) => AlertEvent[];
  /** Its earlier load, relative to the present one. */
  past?: number;
  /** Brings the page from its first data to the subject of the picture. */
  arrange?: (page: Page, agent: PageAgent, views: readonly View[]) => Promise<unknown>;
  expects?: RegExp;
}

type Row = Record<string, unknown>;
const rows = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** Like an idle machine: the recorded one was busy. */
const resting = (all: Snapshot): Snapshot => ({
  ...all,
  cpu: { ...(all['cpu'] as Row), total: 2.1, user: 1.2, system: 0.9, idle: 97.9 },
  percpu: rows(all['percpu']).map((core, index) => ({ ...core, total: 1 + index, idle: 99 - index })),
  processlist: rows(all['processlist']).map((one) => ({ ...one, cpu_percent: 0 })),
  programlist: rows(all['programlist']).map((one) => ({ ...one, cpu_percent: 0 })),
  alert: [],
});

/** Events of the last hours, beside those that go on: nine, so that the list of an agent without a journal has room. */
function eventful(listed: readonly AlertEvent[]): AlertEvent[] {
  const now = Date.UTC(2026, 0, 1) / 1000;
  const [last] = listed as [AlertEvent];
  const one = (
    type: string,
    state: AlertEvent['state'],
    hoursAgo: number,
    minutes: number,
    max: number,
  ): AlertEvent => ({
    ...last,
    type,
    state,
    begin: now - hoursAgo * 3600,
    end: minutes === 0 ? -1 : now - hoursAgo * 3600 + minutes * 60,
    min: max * 0.8,
    avg: max * 0.9,
    max,
  });
  return [
    one('MEM', 'WARNING', 0.6, 0, 83.4),
    one('CPU_TOTAL', 'CRITICAL', 0.9, 12, 97.2),
    one('LOAD', 'WARNING', 1.4, 21, 71.8),
    ...listed,
  ];
}

const whenListOpen = (page: Page): Promise<unknown> => page.waitForSelector('.alert-timeline .list');

const SCENES: Record<string, Scene> = {
  everything: { machine: 'big-server' },
  idle: { machine: 'small-vm', change: resting, past: 0.02 },
  busy: { machine: 'small-vm' },
  alerting: { machine: 'big-server', events: eventful, hash: '#panel=alerts', arrange: whenListOpen },
  offline: {
    machine: 'big-server',
    expects: /Failed to load|ERR_|INCOMPLETE/,
    async arrange(page, agent, views) {
      // Pending requests have to be answered first.
      await expectAsReviewed(page, 'everything', views);
      await page.route('**/api/**', (route) => route.abort());
      agent.api.server.closeAllConnections();
      await page.waitForSelector('.connection.lost');
    },
  },
  empty: { machine: 'empty' },
};

type View = readonly [width: number, height: number, theme: 'dark' | 'light'];
const WIDE: View = [1600, 1000, 'dark'];
const PHONE: View = [390, 1100, 'light'];
const WALL: View = [3840, 2160, 'dark'];
/** Pictures of one page, in a window of each size: sections are folded by the width at which the page was opened. */
const PICTURES: readonly (readonly [scene: string, views: readonly View[]])[] = [
  [
    'everything',
    [
      WIDE,
      ...onlyInFull<View>(
        'more pictures of the page',
        [1600, 1000, 'light'],
        [1100, 1000, 'dark'],
        [1100, 1000, 'light'],
        [768, 1100, 'dark'],
        [768, 1100, 'light'],
      ),
    ],
  ],
  ...onlyInFull('more pictures of the page', 'everything').map(
    (scene) => [scene, [[390, 1100, 'dark'], PHONE]] as const,
  ),
  ...onlyInFull('more pictures of the page', 'everything').map((scene) => [scene, [WALL]] as const),
  ...onlyInFull('more pictures of the page', 'alerting', 'idle', 'busy', 'offline', 'empty').map(
    (scene) => [scene, [WIDE]] as const,
  ),
  // The list of alerts fills a phone.
  ...onlyInFull('more pictures of the page', 'alerting', 'idle', 'busy', 'offline', 'empty').map(
    (scene) => [scene, [PHONE]] as const,
  ),
];

const agents = new Map<string, PageAgent>();
beforeAll(async () => {
  for (const machine of new Set(PICTURES.map(([scene]) => SCENES[scene]!.machine)))
    agents.set(machine, await servePage(machine));
});
afterAll(async () => {
  for (const agent of agents.values()) await agent.close();
});

const open = useBrowser();

/** Compares the page at each window size with its picture. */
async function expectAsReviewed(page: Page, name: string, views: readonly View[]): Promise<void> {
  const differences: (string | null)[] = [];
  for (const [width, height, theme] of views) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    differences.push(await comparePage(`${name}-${width}-${theme}`, page));
  }
  expect(differences.filter((one) => one !== null)).toEqual([]);
}

describe('looks as it was reviewed', () => {
  it.each(PICTURES)('%s in %j', async (name, views) => {
    const { machine, hash = '', change, events, past, arrange, expects } = SCENES[name]!;
    const agent = agents.get(machine)!;
    const { store } = agent.agent;
    const listed = store.latest('alert');
    if (events) {
      store.commit('alert', events(listed.value as AlertEvent[]), agent.host.clock.now());
      onTestFinished(() => void store.commit('alert', listed.value, agent.host.clock.now()));
    }
    const [width, height] = views[0]!;
    const page = await open({
      url: agent.url + hash,
      width,
      height,
      at: agent.host.clock.now(),
      before: (it) => givePast(it, past),
      ...(change && { change }),
      ...(expects && { expects }),
    });
    await (machine === 'empty' ? page.waitForSelector('.page:not(.waiting)') : whenShown(page));
    await arrange?.(page, agent, views);
    await expectAsReviewed(page, name, views);
  });

  itInFull('the login', async () => {
    const protection = { ...UNPROTECTED, authenticator: fakeAuthenticator() };
    const agent = await forThisTest(servePage('empty', { protection }));
    const page = await open({ url: agent.url, expects: /401/ });
    await page.fill('.login input[name="password"]', 'wrong');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.login [role="alert"]:has-text("is wrong")');
    await expectAsReviewed(page, 'login', [PHONE]);
  });

  it('a fleet of 1,000', async () => {
    let now = 0;
    const fleet = await forThisTest(servePageFleet({ servers: largeFleet(), hubTime: () => now }));
    now = fleet.host.clock.now();
    const page = await open({ url: fleet.fleetUrl, at: now });
    await page.waitForSelector('.fleet-table .row[data-status]');
    await expectAsReviewed(page, 'fleet', [WIDE, ...onlyInFull('more pictures of the page', PHONE)]);
  });
});
