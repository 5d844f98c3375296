/**
 * One state of a machine, and every text about it: the verdict, the list of events, the notification, the explanation, the page,
 * the terminal and the print name the same culprit, time and level.
 */
import { describe, expect, it } from 'vitest';
import type { Culprits } from '../../src/core/culprits.ts';
import type { AlertState, SavedEvent } from '../../src/core/event.ts';
import type { Stretches } from '../../src/core/stretches.ts';
import { noticeEvent } from '../../src/alerts/notify/notice-of.ts';
import { messageOf } from '../../src/alerts/notify/message.ts';
import { explain } from '../../src/explain/explain.ts';
import { alertListOf, shownAlert } from '../../src/show/display/alert-list.ts';
import { culpritWords } from '../../src/show/display/culprit-words.ts';
import { aboutOf, machineVerdict, spanOf } from '../../src/show/display/machine-verdict.ts';
import { verdictIn } from '../../src/show/terminal/data-source/remote-verdict.ts';
import { verdictIn as fleetVerdictIn } from '../../src/fleet/hub/server-verdict.ts';
import { episodesOf } from '../../web/alerts/episodes.ts';
import { episodeWords } from '../../web/alerts/episode-words.ts';
import { createEventRig, type EventRig } from '../support/event-rig.ts';
import { BAD, CPU_FULL, pastOf, WINDOW } from '../support/explain-rig.ts';

type Programs = Readonly<Record<string, number>>;

interface Scenario {
  /** CPU seconds by program in each scan of the alert. */
  readonly scans: readonly Programs[];
  /** The same before it. */
  readonly before?: Programs;
  /** CPU seconds of processes that ended unseen, per scan. */
  readonly ended?: number;
  readonly owners?: EventRig['owners'];
  readonly who: string;
}

const many = (count: number, seconds: number): Programs =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`worker-${index}`, seconds]));

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a hog among idlers': {
    scans: [{ ...many(8, 0.04), burner: 3.6 }],
    before: many(8, 0.04),
    who: 'mostly burner',
  },
  'a hog that is seldom among the first': {
    scans: [{ idler: 0.1, burner: 3.6 }, { idler: 0.1 }, { idler: 0.1 }],
    who: 'mostly burner',
  },
  'many equal workers': { scans: [many(16, 0.24)], who: 'many programs' },
  'processes of one name': { scans: [{ worker: 3.9, other: 0.1 }], who: 'mostly worker' },
  'short-lived forks': {
    scans: [{ bash: 0.8 }, { bash: 0.8 }],
    ended: 3,
    who: 'programs too short-lived to be seen: 79 %',
  },
  'a program in a container': {
    scans: [{ ffmpeg: 3.9 }],
    owners: { ffmpeg: { unit: null, container: 'jellyfin' } },
    who: 'mostly ffmpeg in container name-of-jellyfin',
  },
  'several at once': {
    scans: [{ cc1plus: 1.4, rustc: 1.2, node: 0.4 }],
    who: 'cc1plus 47 %, rustc 40 %',
  },
  'a steady load and a new one': {
    scans: [{ postgres: 1.9, ffmpeg: 2 }],
    before: { postgres: 1.9 },
    who: 'mostly ffmpeg',
  },
};

/** The alert that an engine makes of a scenario. */
async function alertOf({ scans, before = {}, ended = 0, owners = {} }: Scenario): Promise<SavedEvent> {
  const rig = createEventRig();
  Object.assign(rig.owners, owners);
  rig.used.cpu = before;
  for (let scan = 0; scan < 40; scan += 1) {
    await rig.levels('OK', 'OK');
    await rig.scan();
  }
  rig.ended = ended;
  for (const used of scans) {
    rig.used.cpu = used;
    await rig.levels('CRITICAL', 'CRITICAL');
    await rig.scan();
  }
  return rig.events.lasting()[0] as SavedEvent;
}

const NOW = BAD.from + 4 * 60_000;
const STRETCHES: Readonly<Record<string, Stretches>> = {
  steady: { count: 1, seconds: 0, since: BAD.from },
  flapping: { count: 3, seconds: 30, since: NOW - 60_000 },
};

function claimsOf(saved: SavedEvent, stretches: Stretches) {
  const event = { ...saved.event, begin: BAD.from / 1000 };
  const culprits = saved.culprits as Culprits;
  const list = alertListOf({
    verdicts: { plugins: () => [], ofPlugin: () => [] },
    hasData: true,
    latest: () => null,
    ongoing: [{ plugin: 'cpu', item: null, event, stretches, culprits, finding: null }],
    sinceOf: () => null,
    isSilenced: () => false,
    text: String,
  });
  const verdict = machineVerdict(list, NOW, { notifies: false, rules: 0 });
  const served: unknown = JSON.parse(JSON.stringify(verdict));
  const words = { plugin: 'cpu', item: null, type: event.type, verdict: null, served: {}, finding: null };
  const shown = { ...shownAlert(words, null, BAD.from, String), who: culpritWords(culprits) };
  const notice = { ...noticeEvent({ ...saved, event, stretches }), shown };
  return { event, culprits, verdict, served, notice };
}

describe.each(Object.entries(SCENARIOS))('%s', (_, scenario) => {
  it.each(Object.entries(STRETCHES))('is told the same everywhere, %s', async (__, stretches) => {
    const saved = await alertOf(scenario);
    const { event, culprits, verdict, served, notice } = claimsOf(saved, stretches);
    const [alert] = verdict.alerts;
    const { who } = scenario;
    const about = `${spanOf({ since: BAD.from, stretches }, NOW)}, ${who}`;
    // The agent, a terminal of another machine, a hub.
    expect(verdict.sentence).toBe(`${alert?.sentence}${about}`);
    expect(verdictIn(served)?.alerts.map((one) => aboutOf(one, NOW))).toEqual([about]);
    expect(fleetVerdictIn(served)?.alerts.map((one) => culpritWords(one.culprits))).toEqual([who]);
    expect(alert?.level).toBe(event.state satisfies AlertState);
    expect(event.top).toEqual(culprits.programs.map(({ name }) => name));
    // The notification.
    const { text, title } = messageOf([{ id: '1', kind: 'begin', host: 'host', event: notice }]);
    expect(text).toContain(`Cause: ${who}`);
    expect(title).toContain(event.state);
    // The page and the print.
    const shared = { ...event, culprits };
    const [episode] = episodesOf([shared, { ...shared, end: event.begin }], NOW / 1000);
    expect(episodeWords(episode!, { compared: null }, NOW / 1000, String)).toContain(who);
    // The explanation of that moment.
    const others = { programs: [{ name: 'bystander', unit: null, container: null, percent: 90 }], ended: 0 };
    const load = { ...saved, event, id: saved.id + 1, plugin: 'load', stat: 'load', culprits: others };
    const events = [{ ...saved, event }, load];
    const past = pastOf({ values: CPU_FULL, top: { cpu: [['bystander', 180]] }, more: { events } });
    const explanation = await explain(past, WINDOW);
    expect(explanation.verdict.sentence).toBe(`CPU at 99 % from 12:05 to 12:10, ${who}.`);
  });
});
