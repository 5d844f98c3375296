/** An agent with alerts, journal and targets on one memory disk, which ends in order or at any write. Time is simulated. */
import { allRead } from '../../src/core/failure-rule.ts';
import { type Records, storedAlerts } from '../../src/alerts/events/alert-records.ts';
import { createEvents } from '../../src/alerts/events/engine.ts';
import { noticeEvent, noticeOf } from '../../src/alerts/notify/notice-of.ts';
import { createNotifier } from '../../src/alerts/notify/notifier.ts';
import { FAILURE_RULES } from '../../src/alerts/failure-rules/index.ts';
import type { Disk } from '../../src/core/files/disk.ts';
import type { Level } from '../../src/core/level-rule.ts';
import { PROMPT, type AlertDelays } from '../../src/measure/levels/alert-delays.ts';
import { DEFAULTS, verdict } from './event-rig.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { openJournal } from './journal.ts';
import { createMemoryDisk, type MemoryDisk } from './memory-disk.ts';
import { keptLog, notifyOptions, sampleTarget } from './notify.ts';

/** What an agent leaves behind. */
export interface LeftAgent {
  clock: FakeClock;
  disk: MemoryDisk;
  silenced: Set<string>;
}

export type Sections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Between two values. */
const STEP_SECONDS = 300;
const HOOK = 'http://h.test/';
const OOM = FAILURE_RULES.filter(({ name }) => name === 'OOM_KILL');

/** Calls of the disk that change something. */
const WRITES = new Set(['open', 'write', 'truncate', 'sync', 'datasync', 'mkdir', 'rename', 'unlink']);

/**
 * @param refusing names of targets that refuse everything
 * @param lastWrite number of the last call that changes the disk; with the next one, the agent is killed
 */
export async function createToldRig(
  targets: Sections,
  {
    left = null,
    start = '2026-01-10T21:00:00Z',
    refusing = [],
    lastWrite = Infinity,
    delays = PROMPT,
  }: {
    left?: LeftAgent | null;
    start?: string;
    refusing?: readonly string[];
    lastWrite?: number;
    delays?: AlertDelays;
  } = {},
) {
  const clock = left?.clock ?? createFakeClock(Date.parse(start));
  const disk = left?.disk ?? createMemoryDisk();
  const silenced = left?.silenced ?? new Set<string>();
  const sent: Record<string, string[]> = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
  const ids: Record<string, string[]> = {};
  let isDead = false;
  let writes = 0;
  const own: FakeClock = {
    ...clock,
    setTimer: (callback, ms) => clock.setTimer(() => isDead || callback(), ms),
  };
  const never = new Promise<never>(() => {});
  /** A killed agent has no disk: its calls do not come back. */
  const mortal = <T extends object>(object: T): T =>
    new Proxy(object, {
      get(_, key) {
        const member: unknown = Reflect.get(object, key);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          if (WRITES.has(String(key)) && (writes += 1) > lastWrite) isDead = true;
          if (isDead) return never;
          const result: unknown = Reflect.apply(member, object, args);
          return result instanceof Promise
            ? result.then((value: unknown) => (isFile(value) ? mortal(value) : value))
            : result;
        };
      },
    });
  const mortalDisk: Disk = mortal<Disk>(disk);
  const records: Records = new Map();
  const alerts = () => storedAlerts(records, { time: clock.now(), at: clock.monotonic() });
  const journal = await Promise.race([
    openJournal({ folder: '/state/events', clock: own, log: () => {}, disk: mortalDisk, alerts }),
    new Promise<null>((resolve) => setImmediate(() => setImmediate(() => resolve(null)))),
  ]);
  const events = createEvents({
    records,
    clock: own,
    options: DEFAULTS,
    processes: null,
    publish: () => {},
    delaysOf: () => delays,
    onChange: async (change) => journal?.take(change),
    onAlert: (change) => notifier.notify(noticeOf(change, 'host')),
    onOver: () => {},
  });
  const notifier = createNotifier({
    targets: Object.entries(targets).map(([name, texts]) =>
      sampleTarget('webhook', { webhook_url: `${HOOK}${name}`, ...texts }, name),
    ),
    options: notifyOptions(),
    clock: own,
    log: keptLog().log,
    folder: '/state/notify',
    disk: mortalDisk,
    memory: events.memory,
    isSilenced: ({ type }) => silenced.has(type),
    isCurrent: events.isCurrent,
    current(subject) {
      const now = events.current(subject);
      return now && { event: noticeEvent(now), host: 'host' };
    },
    async send(delivery) {
      if (isDead || delivery.protocol !== 'http') return never;
      const name = delivery.url.href.replace(HOOK, '');
      const { kind, event, id } = JSON.parse(delivery.body) as {
        kind: string;
        event: { type: string };
        id: string;
      };
      if (refusing.includes(name)) return { kind: 'drop', answer: 'no' };
      sent[name]?.push(`${kind} ${event.type}`);
      (ids[name] ??= []).push(id);
      return { kind: 'sent', answer: '' };
    },
    random: () => 1,
  });
  if (journal !== null) events.restore(journal.past);
  notifier.start();
  await clock.advance(0);
  const leave = (): LeftAgent => ({ clock, disk, silenced });
  return {
    clock,
    silenced,
    sent,
    ids,
    isDead: () => isDead,
    /** CPU_TOTAL for some seconds. */
    async cpu(level: Level, seconds: number): Promise<void> {
      for (let rest = seconds; rest > 0 && !isDead; rest -= STEP_SECONDS) {
        events.take('cpu', [{ ...verdict('cpu', { level }), delays }], clock.now());
        await clock.advance(Math.min(STEP_SECONDS, rest) * 1000);
      }
    },
    /** A process was killed. */
    async moment(): Promise<void> {
      const finding = { subject: null, sentence: 'It was killed.' };
      for (const kind of OOM) events.takeFindings(kind, allRead([finding]), false, clock.now());
      await clock.advance(1000);
    },
    /** The silence of a type is over. */
    async unsilence(type: string): Promise<void> {
      silenced.delete(type);
      notifier.look();
      await clock.advance(1000);
    },
    async stop(): Promise<LeftAgent> {
      await events.stop();
      await notifier.stop();
      await journal?.stop();
      isDead = true;
      return leave();
    },
    kill(): LeftAgent {
      isDead = true;
      return leave();
    },
  };
}

const isFile = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'sync' in value;
