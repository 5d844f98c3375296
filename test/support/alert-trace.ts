/** Everything that alerts take in and give out, on one simulated clock: published list, changes, notifications, restarts. */
import { type Records, storedAlerts } from '../../src/alerts/events/alert-records.ts';
import type { FailureRule, Findings } from '../../src/core/failure-rule.ts';
import type { AlertChange, AlertEvent, SavedEvent } from '../../src/core/event.ts';
import type { AlertChangeEntry } from '../../src/history/events/entry.ts';
import { createMutex } from '../../src/core/mutex.ts';
import { createEvents } from '../../src/alerts/events/engine.ts';
import { PROMPT, type AlertDelays } from '../../src/measure/levels/alert-delays.ts';
import type { LevelVerdict } from '../../src/measure/levels/judge.ts';
import { noticeEvent, noticeOf } from '../../src/alerts/notify/notice-of.ts';
import { createNotifier } from '../../src/alerts/notify/notifier.ts';
import { DEFAULTS } from './event-rig.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { openJournal } from './journal.ts';
import { createMemoryDisk } from './memory-disk.ts';
import { keptLog, notifyOptions, sampleTarget } from './notify.ts';

const FOLDER = '/state/events';
const HOOK = 'http://h.test/';

export interface TraceRig {
  readonly clock: FakeClock;
  /** What came out, a line each, in order. */
  readonly lines: string[];
  /** Notification delay of alert kinds, by name. */
  readonly delays: Record<string, Partial<AlertDelays>>;
  /** Plugins whose last value is outdated. */
  readonly stale: Set<string>;
  /** Alert kinds that a parent explains at the moment. */
  readonly explained: Set<string>;
  readonly silenced: Set<string>;
  take(plugin: string, verdicts: readonly LevelVerdict[]): void;
  find(kind: FailureRule, found: Findings, isFirst?: boolean): void;
  scan(...names: string[]): void;
  clear(which: 'all' | 'warning'): void;
  /** A silence has ended. */
  release(): void;
  /** Writes what the list, the board and targets would be told now. */
  look(): void;
  /** Ends the agent and starts the next one. `late`: it learns of the past after half a minute. */
  restart(how: 'stop' | 'kill' | 'late', pauseMs: number): Promise<void>;
}

/** @param targets sections of webhooks by name */
export async function createTraceRig(
  targets: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
  clock = createFakeClock(),
): Promise<TraceRig> {
  const disk = createMemoryDisk();
  const lines: string[] = [];
  const note = (text: string): void => void lines.push(`${clock.monotonic() / 1000} ${text}`);
  let names: string[] = [];
  let running = await start(false);

  async function start(isLate: boolean) {
    let isDead = false;
    /** An agent that was killed does nothing any more. */
    const own = {
      ...clock,
      setTimer: (callback: () => void, ms: number) => clock.setTimer(() => isDead || callback(), ms),
    };
    const records: Records = new Map();
    const alerts = () => storedAlerts(records, { time: clock.now(), at: clock.monotonic() });
    const journal = await openJournal({ folder: FOLDER, clock: own, log: () => {}, disk, alerts });
    const inTurn = createMutex();
    const events = createEvents({
      records,
      clock: own,
      options: DEFAULTS,
      processes: {
        scan: () => ({
          entries: [],
          cpu: names.map((name, pid) => ({ pid, name, seconds: names.length - pid, ended: 0 })),
          ended: 0,
          majorFaults: new Map(),
        }),
        swapReader: () => null,
        traffic: () => ({ containers: [], network: [] }),
        ownerOf: () => null,
        userOf: () => null,
        containerName: (id) => id,
        sortBy: (key) => note(`order ${key}`),
        keepSlow: () => () => {},
      },
      publish: (list) => note(`list ${list.map(eventText).join('; ')}`),
      delaysOf: ({ finding }) => ({ ...PROMPT, ...rig.delays[finding?.kind ?? ''] }),
      isCurrent: ({ plugin }) => !rig.stale.has(plugin),
      hasParent: ({ finding }) => finding !== undefined && rig.explained.has(finding.kind),
      onChange(change) {
        if (change.kind !== 'told') note(`event ${changeText(change)}`);
        return inTurn(() => journal.take(change));
      },
      onAlert(change) {
        if (!isDead) note(`alert ${alertText(change)}`);
        return notifier.notify(noticeOf(change, 'host'));
      },
      onOver: ({ event }) => note(`over ${event.type}`),
      onClear: (which) => journal.cleared(which),
    });
    const notifier = createNotifier({
      targets: Object.entries(targets).map(([name, texts]) =>
        sampleTarget('webhook', { webhook_url: `${HOOK}${name}`, ...texts }, name),
      ),
      options: notifyOptions(),
      clock: own,
      log: keptLog().log,
      folder: null,
      isSilenced: ({ type }) => rig.silenced.has(type),
      memory: events.memory,
      isCurrent: events.isCurrent,
      current(subject) {
        const now = events.current(subject);
        return now && { event: noticeEvent(now), host: 'host' };
      },
      async send(delivery) {
        if (delivery.protocol !== 'http' || isDead) return { kind: 'sent', answer: '' };
        const { title, text } = JSON.parse(delivery.body) as { title: string; text: string };
        note(`sent ${delivery.url.href.replace(HOOK, '')}: ${title} | ${text.replaceAll('\n', ' | ')}`);
        return { kind: 'sent', answer: '' };
      },
      random: () => 1,
    });
    const restore = (): void => {
      events.restore(journal.past);
      notifier.look();
    };
    if (isLate)
      events.restore({ events: [], alerts: [], lastId: Math.floor(clock.now() / 1000), stoppedAt: 0 });
    else restore();
    notifier.start();
    return {
      events,
      notifier,
      restore,
      async stop() {
        await events.stop();
        await notifier.stop();
        await journal.stop();
        isDead = true;
      },
      kill: () => void (isDead = true),
    };
  }

  const rig: TraceRig = {
    clock,
    lines,
    delays: {},
    stale: new Set(),
    explained: new Set(),
    silenced: new Set(),
    take: (plugin, verdicts) => running.events.take(plugin, verdicts, clock.now()),
    find: (kind, found, isFirst = false) => running.events.takeFindings(kind, found, isFirst, clock.now()),
    scan(...found) {
      names = found;
      running.events.takeProcesses();
    },
    clear: (which) => running.events.clear(which),
    release: () => running.notifier.look(),
    look() {
      const lasting = running.events.lasting().map(({ id, event }) => `#${id} ${event.type} ${event.state}`);
      note(`lasting ${lasting.sort().join(', ')}`);
      note(`recent ${running.events.recent().map(({ id, event }) => `#${id} ${event.end}`)}`);
      const notified = running.events.notified().map(({ id, event }) => `#${id} ${event.type} ${event.end}`);
      note(`notified ${notified.sort().join(', ')}`);
    },
    async restart(how, pauseMs) {
      // What is written once a minute, and within moments, is on disk.
      await clock.advance(how === 'kill' ? 61_000 : 1000);
      if (how === 'kill') running.kill();
      else await running.stop();
      note(`restart ${how}`);
      await clock.advance(pauseMs);
      running = await start(how === 'late');
      if (how !== 'late') return;
      await clock.advance(30_000);
      running.restore();
    },
  };
  return rig;
}

const numberText = (value: number): string => String(Number(value.toPrecision(9)));

function eventText({
  type,
  state,
  begin,
  end,
  count,
  min,
  max,
  sum,
  top,
  global_msg: message,
}: AlertEvent): string {
  const numbers = [count, ...[min, max, sum].map(numberText)].join(' ');
  return `${type} ${state} ${begin}..${end} ${numbers} [${top}] ${message}`;
}

function savedText({ id, event, cleared, finding, reading }: SavedEvent): string {
  const { sentence, stage = 0, isOld = false } = finding ?? {};
  const found = finding && `${sentence} stage ${stage}${isOld ? ' old' : ''}`;
  const read = reading && `${numberText(reading.value)}/${reading.threshold} ${reading.unit}`;
  return `#${id} ${eventText(event)}${cleared ? ' cleared' : ''} ${found ?? read ?? ''}`;
}

const changeText = ({ kind, dropped, ...saved }: Omit<AlertChangeEntry, 'policy'>): string =>
  `${kind} ${savedText(saved)}${dropped ? ' dropped' : ''}`;

/** Without its top and reading: those of a notification are in its text. */
function alertText({ kind, raises, id, event, finding }: AlertChange): string {
  const { type, state, begin, end, count, min, max, sum } = event;
  const numbers = [count, ...[min, max, sum].map(numberText)].join(' ');
  return `${kind} #${id} ${type} ${state} ${begin}..${end} ${numbers} ${finding?.sentence ?? ''}${raises === undefined ? '' : ` ${raises} raises`}`;
}
