/** Values of a machine, through the real judge, events, alerts and notifier, to the final messages. Time is simulated. */

import { type Records, storedAlerts } from '../../src/alerts/events/alert-records.ts';
import type { AlertChangeEntry } from '../../src/history/events/entry.ts';
import type { PastAlerts } from '../../src/core/alert-policy.ts';
import type { Served } from '../../src/core/served.ts';
import { PROMPT } from '../../src/measure/levels/alert-delays.ts';
import type { OngoingEvent } from '../../src/core/alert.ts';
import { createEvents } from '../../src/alerts/events/engine.ts';
import { createLevels } from '../../src/measure/levels/levels.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import cpu from '../../src/measure/plugins/cpu/cpu.ts';
import fs from '../../src/measure/plugins/fs/fs.ts';
import load from '../../src/measure/plugins/load/load.ts';
import mem from '../../src/measure/plugins/mem/mem.ts';
import memswap from '../../src/measure/plugins/memswap/memswap.ts';
import { noticeEvent, noticeOf } from '../../src/alerts/notify/notice-of.ts';
import { createNotifier } from '../../src/alerts/notify/notifier.ts';
import { DEFAULTS } from './event-rig.ts';
import { createLineJournal } from './line-journal.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { keptLog, notifyOptions, sampleTarget } from './notify.ts';

const PLUGINS = [cpu, fs, load, mem, memswap];
export const CORES = 4;

/** Keys of the configuration, by section. */
export type Config = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** CPU_TOTAL is notified after 120 s, as critical after 60 s. */
export const QUICK: Config = { cpu: { total_warning_for: '120', total_critical_for: '60' } };
export const AT_ONCE: Config = { cpu: { warning_for: '0', critical_for: '0' } };

/** The state that an agent leaves at its end. */
export interface Left {
  clock: FakeClock;
  past: PastAlerts;
  lines: readonly string[];
  folder: string | null;
}

export interface PolicyRig {
  clock: FakeClock;
  /** Titles of messages, with the seconds since the start of the clock. */
  messages: [seconds: number, title: string][];
  titles(): string[];
  texts: string[];
  changes: AlertChangeEntry[];
  /** Types of ended alerts. */
  over: string[];
  /** Takes a snapshot. */
  feed(plugin: string, served: Served | readonly Served[]): void;
  /** CPU_TOTAL for some seconds, sampled every two. */
  cpu(percent: number, seconds: number): Promise<void>;
  configure(config: Config): void;
  standing(): OngoingEvent[];
  /** Plugins whose last value is outdated. */
  stale: Set<string>;
  stop(): Promise<Left>;
  /** Ends abruptly: data that is not on disk is lost. */
  kill(): Promise<Left>;
}

const limits = (config: Config) =>
  new Map(
    PLUGINS.map((plugin) => [
      plugin.name,
      limitsOf(plugin, { section: config[plugin.name] ?? {}, historySize: 1, cores: CORES }),
    ]),
  );

export const cpuOf = (total: number, more: Served = {}): Served => ({
  total,
  user: total,
  system: 0,
  iowait: 0,
  cpucore: CORES,
  ...more,
});

/** @param target keys of the target; by default, messages are collected for 10 s */
export function createPolicyRig(
  config: Config = {},
  {
    left = null,
    clock = left?.clock ?? createFakeClock(),
    folder = left?.folder ?? null,
    target = {},
  }: { left?: Left | null; clock?: FakeClock; folder?: string | null; target?: Record<string, string> } = {},
): PolicyRig {
  const messages: PolicyRig['messages'] = [];
  const texts: string[] = [];
  const changes: AlertChangeEntry[] = [];
  const over: string[] = [];
  const stale = new Set<string>();
  let isKilled = false;
  const levels = createLevels(PLUGINS, limits(config));
  const began = clock.monotonic();
  const journal = createLineJournal(clock, left?.lines);
  const records: Records = new Map();
  const engine = createEvents({
    records,
    clock,
    options: DEFAULTS,
    processes: null,
    publish: () => {},
    delaysOf: () => PROMPT,
    isCurrent: ({ plugin }) => !stale.has(plugin),
    async onChange(change) {
      if (change.kind !== 'told') changes.push(change);
      if (!isKilled) await journal.take(change);
    },
    onAlert: (change) => notifier.notify(noticeOf(change, 'host')),
    onOver: ({ event }) => void over.push(event.type),
  });
  const notifier = createNotifier({
    targets: [sampleTarget('webhook', { webhook_url: 'http://h.test', group_wait: '10', ...target })],
    options: notifyOptions(),
    clock,
    log: keptLog().log,
    folder,
    memory: engine.memory,
    current(subject) {
      const now = engine.current(subject);
      return now && { event: noticeEvent(now), host: 'host' };
    },
    async send(delivery) {
      const { title, text } = JSON.parse(delivery.protocol === 'http' ? delivery.body : '{}') as {
        title: string;
        text: string;
      };
      messages.push([Math.round((clock.monotonic() - began) / 1000), title]);
      texts.push(text);
      return { kind: 'sent', answer: '' };
    },
    random: () => 1,
  });
  if (left !== null) engine.restore(left.past);
  notifier.start();
  const feed: PolicyRig['feed'] = (plugin, served) =>
    engine.take(plugin, levels.judgeOf(plugin)(served), clock.now());
  return {
    clock,
    messages,
    titles: () => messages.map(([, title]) => title.replace(' on host', '')),
    texts,
    changes,
    over,
    stale,
    feed,
    async cpu(percent, seconds) {
      for (let second = 0; second < seconds; second += 2) {
        feed('cpu', cpuOf(percent));
        await clock.advance(2000);
      }
    },
    standing: engine.standing,
    configure: (next) => levels.replace(limits(next)),
    async kill() {
      isKilled = true;
      return this.stop();
    },
    async stop() {
      const alerts = isKilled ? null : storedAlerts(records, { time: clock.now(), at: clock.monotonic() });
      await engine.stop();
      await notifier.stop();
      return { clock, past: journal.past(alerts), lines: journal.lines, folder };
    },
  };
}
