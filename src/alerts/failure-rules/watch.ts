/** Judges an alert kind whenever one of its inputs changes, and passes its findings on to the events. */
import type { PluginValue } from '../../core/served.ts';
import {
  allRead,
  type AlertInput,
  type FailureRule,
  type Findings,
  type JudgedValue,
  keyOfRule,
  type RuleInput,
} from '../../core/failure-rule.ts';
import { explain } from '../../core/explain.ts';
import type { Clock } from '../../core/host.ts';
import { type Service, service } from '../../core/parts/service.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import type { Snapshot, Store } from '../../core/store/store.ts';
import type { Levels } from '../../measure/levels/levels.ts';
import type { EventEngine } from '../events/engine.ts';

interface KindWatchSetup {
  failureRules: readonly FailureRule[];
  /** Values of `[alerts]`. */
  options: OptionValues<Options>;
  /** Names of the enabled plugins. */
  plugins: ReadonlySet<string>;
  store: Pick<Store, 'subscribe' | 'latest'>;
  /** A plugin that has not been read yet: even its emptiness is unknown. */
  isUnread(plugin: string): boolean;
  levels: Pick<Levels, 'judgeOf'>;
  events: Pick<EventEngine, 'takeFindings' | 'ongoingOf'>;
  /** True if a user has acknowledged the alert of a type. */
  isAcknowledged(type: string): boolean;
  clock: Clock;
  log(severity: 'WARNING', text: string): void;
}

export interface FailureWatch {
  /** True if an enabled kind observes a plugin or feed of this name. */
  observes(input: string): boolean;
  /** Takes a value of a feed; null: unreadable, or absent on this host. */
  publish<T>(feed: AlertInput<T>, value: T | null): void;
  /** Judges acknowledged alerts again: some last until they are acknowledged. */
  acknowledged(type: string): void;
  /** Effective values of a kind's keys. */
  optionsOf(kind: FailureRule): OptionValues<Options>;
  /** Applies a new `[alerts]` section. Alerts of disabled kinds end. */
  replace(options: OptionValues<Options>): void;
  stop(): void;
}
export const FailureWatch: Service<FailureWatch> = service<FailureWatch>('alert kinds');

interface Watched {
  readonly kind: FailureRule;
  readonly options: OptionValues<Options>;
  readonly judge: (input: RuleInput<FailureRule['inputs']>) => Findings;
  readonly inputs: readonly (readonly [key: string, input: AlertInput])[];
  /** Of the inputs. */
  readonly names: ReadonlySet<string>;
  wasJudged: boolean;
  hasFailed: boolean;
}

export function watchKinds(setup: KindWatchSetup): FailureWatch {
  const { store, events, clock, plugins } = setup;
  const feeds = new Map<string, unknown>();
  const watchedWith = (options: OptionValues<Options>, before: readonly Watched[]): Watched[] =>
    setup.failureRules
      .filter((kind) => options[keyOfRule(kind)] === true && isObservable(kind, plugins))
      .map((kind): Watched => {
        const own = ownOptions(kind, options);
        const known = before.find((one) => one.kind === kind);
        if (known !== undefined && isSame(known.options, own)) return known;
        return {
          kind,
          options: own,
          judge: kind.create({ options: own }),
          inputs: Object.entries(kind.inputs),
          names: new Set(Object.values(kind.inputs).map(({ name }) => name)),
          wasJudged: known?.wasJudged ?? false,
          hasFailed: false,
        };
      });
  let inForce = setup.options;
  let watched = watchedWith(setup.options, []);
  const ofInput = (input: string): Watched[] => watched.filter(({ names }) => names.has(input));
  /** Judged at the end of the turn, in which several of their inputs may change. */
  const due = new Set<Watched>();
  let cancel: (() => void) | null = null;

  const isKnown = ({ name, isPlugin }: AlertInput): boolean =>
    isPlugin ? !plugins.has(name) || !setup.isUnread(name) : feeds.has(name);
  const served = (plugin: string): PluginValue => {
    const snapshot = plugins.has(plugin) ? store.latest(plugin) : null;
    return snapshot === null || snapshot.sequence === 0 ? null : snapshot.value;
  };
  const latest = ({ name, isPlugin }: AlertInput) => (isPlugin ? served(name) : (feeds.get(name) ?? null));

  const judge = (one: Watched): void => {
    const { kind, inputs } = one;
    if (!inputs.every(([, input]) => isKnown(input))) return;
    const time = clock.now();
    const ongoing = new Map(
      [...events.ongoingOf(kind)].map(([subject, { type, ...alert }]) => [
        subject,
        { ...alert, isAcknowledged: setup.isAcknowledged(type) },
      ]),
    );
    const values = Object.fromEntries(inputs.map(([key, input]) => [key, latest(input)]));
    const judged = (plugin: string): readonly JudgedValue[] => {
      const value = served(plugin);
      return value === null ? [] : setup.levels.judgeOf(plugin)(value);
    };
    const found = one.judge({ values, judged, ongoing, time, at: clock.monotonic() });
    events.takeFindings(kind, found, !one.wasJudged, time);
    one.wasJudged = true;
    one.hasFailed = false;
  };

  const judgeDue = (): void => {
    cancel = null;
    const now = [...due];
    due.clear();
    for (const one of now) {
      try {
        judge(one);
      } catch (error) {
        // Its alerts are left unchanged.
        if (!one.hasFailed) setup.log('WARNING', `${one.kind.name} cannot be judged: ${explain(error)}.`);
        one.hasFailed = true;
      }
    }
  };

  const renew = (some: readonly Watched[]): void => {
    for (const one of some) due.add(one);
    if (due.size > 0) cancel ??= clock.setTimer(judgeDue, 0);
  };
  const stop = store.subscribe(({ plugin }: Snapshot) => renew(ofInput(plugin)));
  return {
    observes: (input) => ofInput(input).length > 0,
    publish(feed, value) {
      feeds.set(feed.name, value);
      renew(ofInput(feed.name));
    },
    acknowledged(type) {
      // Momentary events were reported when their input arrived.
      const isMeant = ({ name, isMoment }: FailureRule): boolean =>
        isMoment !== true && (type === name || type.startsWith(`${name}_`));
      renew(watched.filter(({ kind }) => isMeant(kind)));
    },
    optionsOf: (kind) => ownOptions(kind, inForce),
    replace(options) {
      inForce = options;
      const before = watched;
      watched = watchedWith(options, before);
      for (const one of before) {
        if (!watched.includes(one)) due.delete(one);
        if (watched.every(({ kind }) => kind !== one.kind))
          events.takeFindings(one.kind, allRead([]), false, clock.now());
      }
      renew(watched.filter((one) => !before.includes(one)));
    },
    stop() {
      stop();
      cancel?.();
      due.clear();
    },
  };
}

/** A kind whose plugins are all disabled finds nothing. */
const isObservable = ({ inputs }: FailureRule, plugins: ReadonlySet<string>): boolean =>
  Object.values(inputs).some(({ name, isPlugin }) => !isPlugin || plugins.has(name));

const isSame = (a: OptionValues<Options>, b: OptionValues<Options>): boolean =>
  Object.entries(b).every(([key, value]) => String(a[key]) === String(value));

const ownOptions = (kind: FailureRule, options: OptionValues<Options>): OptionValues<Options> =>
  Object.fromEntries(Object.keys(kind.options ?? {}).map((key) => [key, options[key]]));
