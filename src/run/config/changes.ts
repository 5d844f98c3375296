/** Compares two configurations: what a running agent applies, and what needs a restart. */
import type { Plugin } from '../../core/plugin.ts';
import { SECTIONS } from './sections.ts';
import { exporterOf } from './exporter-sections.ts';
import { canonicalSection } from '../../core/glances-names.ts';
import type { Configuration, RawConfig } from './load.ts';
import { isLevelKey, ownedSection } from '../../measure/levels/plugin-keys.ts';
import { isTargetSection } from './target-sections.ts';

type Texts = Readonly<Record<string, string>>;

/** The comparable part of a configuration. */
export interface Comparable {
  readonly raw: RawConfig;
  readonly settings: Pick<Configuration['settings'], 'section'>;
}

export interface Changes {
  /** The effective settings: new texts of applied keys, old ones of the others. */
  readonly inForce: Comparable;
  /** `[cpu] total_careful`, each once. */
  readonly taken: readonly string[];
  readonly needRestart: readonly string[];
}

/** Sections without a plugin that are applied as a whole. */
const TAKEN: ReadonlySet<string> = new Set(['notify', 'alerts', 'fleet']);

/** @param registry all plugins there are */
export function changesOf(before: Comparable, next: Comparable, registry: readonly Plugin[]): Changes {
  const plugins = new Map(registry.map((plugin) => [plugin.name, plugin]));
  const isTaken = (section: string, key: string): boolean => {
    const plugin = plugins.get(canonicalSection(section));
    if (plugin !== undefined) return isLevelKey(plugin, key);
    return TAKEN.has(section) || isTargetSection(section);
  };
  const isUsed = (section: string): boolean =>
    plugins.has(canonicalSection(section)) ||
    isTargetSection(section) ||
    SECTIONS.has(section) ||
    exporterOf(section) !== undefined ||
    ownedSection(section, plugins.values()) !== undefined;

  const merged = (name: string, old: Texts, now: Texts): Texts => {
    const kept = Object.entries(old).filter(([key]) => !isTaken(name, key));
    return Object.fromEntries([...kept, ...Object.entries(now).filter(([key]) => isTaken(name, key))]);
  };
  const names = [...new Set([...Object.keys(before.raw), ...Object.keys(next.raw)])];
  const raw = names.flatMap((name) => {
    const texts = merged(name, before.raw[name] ?? {}, next.raw[name] ?? {});
    return before.raw[name] !== undefined || Object.keys(texts).length > 0 ? [[name, texts] as const] : [];
  });
  const sections = new Map(
    registry.map(({ name }) => [
      name,
      merged(name, before.settings.section(name), next.settings.section(name)),
    ]),
  );

  const taken = new Set<string>();
  const needRestart = new Set<string>();
  const compare = (name: string, old: Texts, now: Texts): void => {
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)]))
      if (old[key] !== now[key]) (isTaken(name, key) ? taken : needRestart).add(place(name, key));
  };
  for (const name of names)
    if (isUsed(name) && !plugins.has(canonicalSection(name)))
      compare(name, before.raw[name] ?? {}, next.raw[name] ?? {});
  // Those of plugins after commands were replaced and flags have won.
  for (const { name } of registry) compare(name, before.settings.section(name), next.settings.section(name));
  return {
    inForce: { raw: Object.fromEntries(raw), settings: settingsIn(sections) },
    taken: [...taken],
    needRestart: [...needRestart],
  };
}

/** Outside of {@link changesOf}: a closure made there would keep `before`, and with it every earlier configuration. */
const settingsIn = (sections: ReadonlyMap<string, Texts>): Comparable['settings'] => ({
  section: (name) => sections.get(canonicalSection(name)) ?? {},
});

/** Keys of passwords are the names of servers. */
const place = (section: string, key: string): string =>
  section === 'passwords' ? '[passwords]' : `[${section}] ${key}`;
