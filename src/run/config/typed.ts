/** Checked values, as the rest of the agent receives them. */
import type { SectionReader } from '../../core/base-services.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import type { Section } from '../../core/section.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Settings } from '../../core/settings.ts';
import { canonicalSection } from '../../core/glances-names.ts';
import { SECTIONS, type SectionValues } from './sections.ts';
import type { RawSection } from './raw-section.ts';
import { type TypedValues, valuesOf } from './values.ts';

export function sectionValues(values: TypedValues): SectionValues {
  return Object.fromEntries(
    [...SECTIONS].map(([name, { options }]) => [name, valuesOf<Options>(options, values.get(name))]),
  ) as SectionValues;
}

/** Returns a reader of the features' sections. */
export const sectionsIn = (values: SectionValues): SectionReader => ({
  of: <O extends Options>({ name }: Section<string, O>) =>
    (values as Readonly<Record<string, unknown>>)[name] as OptionValues<O>,
});

interface Parts {
  plugins: ReadonlyMap<string, Plugin>;
  enabled: ReadonlySet<string>;
  sections: ReadonlyMap<string, RawSection>;
  values: TypedValues;
  /** Seconds between samples of plugins that neither declare nor configure their own. */
  refresh: number;
  historySize: number;
}

export function settingsOf({ plugins, enabled, sections, values, refresh, historySize }: Parts): Settings {
  const texts = new Map(
    [...sections].map(([name, section]) => [
      name,
      Object.fromEntries([...section.values].map(([key, { value }]) => [key, value])),
    ]),
  );
  const options = new Map(
    [...plugins].map(([name, plugin]) => [name, valuesOf(plugin.options ?? {}, values.get(name), values)]),
  );
  const configuredRefresh = (name: string): number | undefined =>
    values.get(name)?.get('refresh') as number | undefined;
  const refreshOf = (plugin: Plugin): number => configuredRefresh(plugin.name) ?? plugin.refresh ?? refresh;
  return {
    historySize,
    enabled,
    section: (name) => texts.get(canonicalSection(name)) ?? {},
    optionsOf: (name) => options.get(name) ?? {},
    refreshOf,
    idleRefreshOf: (plugin) => configuredRefresh(plugin.name) ?? plugin.idleRefresh ?? refreshOf(plugin),
  };
}
