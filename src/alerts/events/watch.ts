/** Judges new snapshots and passes the verdicts on to subscribers. */
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import type { Levels } from '../../measure/levels/levels.ts';
import type { Limits } from '../../core/served.ts';
import { inForce, levelRules } from '../../measure/levels/rules.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Store } from '../../core/store/store.ts';
import { MESSAGE_PLUGINS } from './global-message.ts';

/** A subscriber to levels. Must not throw. */
export interface LevelObserver {
  /** True if the subscriber needs a plugin; plugins without subscribers are not judged. */
  concerns(plugin: string): boolean;
  /**
   * Takes all verdicts on a new snapshot.
   * @param time of the snapshot, milliseconds since the epoch
   */
  take(plugin: string, verdicts: readonly LevelVerdict[], time: number): void;
}

interface WatchSetup {
  plugins: readonly Plugin[];
  levels: Levels;
  store: Pick<Store, 'subscribe'>;
  observers: readonly LevelObserver[];
}

interface LevelWatch {
  /** Plugins whose levels a subscriber needs at the moment. */
  watched(): string[];
  stop(): void;
}

/** The first sample has no predecessor: its rates are zero, and its shares are since boot. */
const FIRST_JUDGED = 2;

export function watchLevels({ plugins, levels, store, observers }: WatchSetup): LevelWatch {
  const concernedBy = (plugin: string): LevelObserver[] =>
    observers.filter((observer) => observer.concerns(plugin));
  const stop = store.subscribe(({ plugin, value, time, sequence }) => {
    const concerned = sequence < FIRST_JUDGED ? [] : concernedBy(plugin);
    if (concerned.length === 0) return;
    const verdicts = levels.judgeOf(plugin)(value);
    for (const observer of concerned) observer.take(plugin, verdicts, time ?? 0);
  });
  return {
    watched: () => plugins.map(({ name }) => name).filter((name) => concernedBy(name).length > 0),
    stop,
  };
}

/** Names of the plugins whose levels events are made of, or speak of. */
export function loggedPlugins(
  plugins: readonly Plugin[],
  levels: Pick<Levels, 'limitsOf'>,
): ReadonlySet<string> {
  const mayLog = (plugin: Plugin): boolean => {
    const own = levels.limitsOf(plugin.name);
    const rules = inForce(levelRules(plugin), own).filter(({ rule }) => rule.log !== 'never');
    return rules.length > 0 && (rules.some(({ rule }) => rule.log === true) || turnsLogOn(own));
  };
  const names = plugins.filter(mayLog).map(({ name }) => name);
  return new Set([...names, ...MESSAGE_PLUGINS]);
}

const turnsLogOn = (limits: Limits): boolean =>
  Object.entries(limits).some(
    ([key, value]) => key.endsWith('_log') && Array.isArray(value) && value[0]?.toLowerCase() === 'true',
  );
