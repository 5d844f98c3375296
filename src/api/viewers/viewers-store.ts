/** The latest snapshots as viewers get them: without the arguments of processes. */
import type { Plugin } from '../../core/plugin.ts';
import type { PluginValue, ValueOfPlugin } from '../../core/served.ts';
import type { Snapshot, Store } from '../../core/store/store.ts';
import { argumentCutOf } from '../../core/without-arguments.ts';

/** A view of a store; nothing is copied for plugins without arguments. */
export function viewersStore(plugins: readonly Plugin[], store: Store): Store {
  const cuts = new Map(plugins.map((plugin) => [plugin.name, argumentCutOf(plugin)]));
  const latest = new Map<string, { from: Snapshot; cut: Snapshot }>();
  const cutOf = (from: Snapshot): Snapshot => {
    const cut = cuts.get(from.plugin) ?? null;
    if (cut === null) return from;
    const known = latest.get(from.plugin);
    if (known?.from === from) return known.cut;
    const made = { ...from, value: cut(from.value) };
    latest.set(from.plugin, { from, cut: made });
    return made;
  };
  return {
    history: store.history,
    commit: (plugin: string, value: PluginValue, time: number) => store.commit(plugin, value, time),
    latest: <P extends string>(plugin: P) =>
      cutOf(store.latest(plugin) as Snapshot) as Snapshot<ValueOfPlugin<P>>,
    subscribe: (listener) => store.subscribe((snapshot) => listener(cutOf(snapshot))),
  };
}
