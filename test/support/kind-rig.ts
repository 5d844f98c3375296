/** One alert kind on a fake clock with hand-made inputs, and the resulting events. */
import { type Records, storedAlerts } from '../../src/alerts/events/alert-records.ts';
import type { PluginValue } from '../../src/core/served.ts';
import type { FailureRule } from '../../src/core/failure-rule.ts';
import type { AlertChange, AlertEvent, SavedEvent } from '../../src/core/event.ts';
import type { AlertChangeEntry } from '../../src/history/events/entry.ts';
import type { PastAlerts } from '../../src/core/alert-policy.ts';
import type { Options, OptionValues } from '../../src/core/options.ts';
import { createStore } from '../../src/core/store/store.ts';
import { createEvents } from '../../src/alerts/events/engine.ts';
import { keyOfRule } from '../../src/core/failure-rule.ts';
import { parentFinder } from '../../src/alerts/failure-rules/parents.ts';
import { delaysOfRule, delayOptions } from '../../src/alerts/failure-rules/delay-options.ts';
import { watchKinds } from '../../src/alerts/failure-rules/watch.ts';
import { createLevels } from '../../src/measure/levels/levels.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { valuesOf } from '../../src/run/config/values.ts';
import { DEFAULTS } from './event-rig.ts';
import { createFakeClock } from './fake-clock.ts';
import { createLineJournal } from './line-journal.ts';

/** Values by the name of the plugin or feed; null: it could not be read. */
export type InputTexts = Readonly<Record<string, unknown>>;

export interface KindRig {
  /** Sets the next values of inputs, then advances time by two seconds. */
  feed(values: InputTexts, seconds?: number): Promise<void>;
  /** Changes since the last call: `begin FS_FULL_/HOME`; `(old)` without notification. */
  told(): string[];
  changes: AlertChangeEntry[];
  /** Notifications since the last call: `begin WARNING`. */
  notified(): string[];
  /** The same as `begin FS_FULL_/HOME`. */
  notifiedTypes(): string[];
  ongoing(): readonly SavedEvent[];
  /** The alerts in the form of `/api/4/alert`. */
  list(): readonly AlertEvent[];
  /** Reloads `[alerts]` with these values in place of the defaults, then lets two seconds pass. */
  reload(values: OptionValues<Options>): Promise<void>;
  /** A user acknowledges all alerts; acknowledgements end with them. */
  acknowledge(): Promise<void>;
  /** The rig of the next agent, after a pause without any. */
  restart(pauseSeconds?: number): KindRig;
}

interface RigSetup {
  /** Further kinds: their alerts may explain those of the kind. */
  others?: readonly FailureRule[];
  /** Numbers of `[alerts]`, and texts of sections of plugins. */
  sections?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  past?: PastAlerts | null;
  lines?: readonly string[];
  start?: number;
}

export function createKindRig(kind: FailureRule, setup: RigSetup = {}): KindRig {
  const { others = [], sections = {}, past = null, lines = [], start = Date.UTC(2026, 0, 1) } = setup;
  const clock = createFakeClock(start);
  const store = createStore(plugins, 0);
  const limits = (name: string) => ({ section: sections[name] ?? {}, historySize: 0, cores: 2 });
  const levels = createLevels(
    plugins,
    new Map(plugins.map((plugin) => [plugin.name, limitsOf(plugin, limits(plugin.name))])),
  );
  const changes: AlertChangeEntry[] = [];
  let taken = 0;
  let list: readonly AlertEvent[] = [];
  let isAcknowledged = false;
  const failureRules = [kind, ...others];
  const options = Object.assign(
    {},
    ...failureRules.map((one) => ({
      [keyOfRule(one)]: true,
      ...valuesOf({ ...delayOptions(one), ...one.options }, undefined),
    })),
    Object.fromEntries(Object.entries(sections['alerts'] ?? {}).map(([key, text]) => [key, Number(text)])),
  ) as OptionValues<Options>;
  let notices: AlertChange[] = [];
  const journal = createLineJournal(clock, lines);
  const records: Records = new Map();
  const events = createEvents({
    records,
    clock,
    options: DEFAULTS,
    processes: null,
    publish: (events) => void (list = events),
    delaysOf: ({ finding }) => delaysOfRule(finding?.kind ?? kind.name, options),
    hasParent: ({ finding }) => parentOf(finding) !== null,
    async onChange(change) {
      if (change.kind !== 'told') changes.push(change);
      await journal.take(change);
    },
    onAlert: async (change) => void notices.push(change),
    onOver: () => {},
  });
  const parentOf = parentFinder(failureRules, events.lasting);
  if (past !== null) events.restore(past);
  const watch = watchKinds({
    failureRules,
    options,
    plugins: new Set(plugins.map(({ name }) => name)),
    store,
    levels,
    isUnread: () => false,
    events,
    isAcknowledged: () => isAcknowledged,
    clock,
    log(_, text) {
      throw new Error(text);
    },
  });
  const inputs = failureRules.flatMap((one) => Object.values(one.inputs));
  return {
    async feed(values, seconds = 2) {
      for (const [name, value] of Object.entries(values)) {
        const input = inputs.find((one) => one.name === name);
        if (input === undefined) throw new Error(`${kind.name} has no input ${name}`);
        if (input.isPlugin) store.commit(name, value as PluginValue, clock.now());
        else watch.publish(input, value);
      }
      await clock.advance(seconds * 1000);
    },
    told() {
      const told = changes.slice(taken);
      taken = changes.length;
      return told.map(
        (change) => `${change.kind} ${change.event.type}${change.finding?.isOld === true ? ' (old)' : ''}`,
      );
    },
    changes,
    notified() {
      const now = notices;
      notices = [];
      return now.map((change) => `${change.kind} ${change.event.state}`);
    },
    notifiedTypes() {
      const now = notices;
      notices = [];
      return now.map((change) => `${change.kind} ${change.event.type}`);
    },
    ongoing: events.lasting,
    list: () => list,
    async reload(values) {
      watch.replace({ ...options, ...values });
      await clock.advance(2000);
    },
    async acknowledge() {
      isAcknowledged = true;
      for (const { event } of events.lasting()) watch.acknowledged(event.type);
      await clock.advance(2000);
      isAcknowledged = false;
    },
    restart(pauseSeconds = 20) {
      watch.stop();
      const left = journal.past(storedAlerts(records, { time: clock.now(), at: clock.monotonic() }));
      return createKindRig(kind, {
        others,
        sections,
        past: left,
        lines: journal.lines,
        start: clock.now() + pauseSeconds * 1000,
      });
    },
  };
}
