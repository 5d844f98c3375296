/** The configuration for the API: as text, without secrets. */
import { defaultTexts } from '../../measure/levels/limits.ts';
import type { Options } from '../../core/options.ts';
import type { Plugin } from '../../core/plugin.ts';
import { publicValue } from '../../core/redact.ts';
import type { RawConfig } from './load.ts';
import { rulesOf, type SectionRules } from './check.ts';
import { SECTIONS } from './sections.ts';
import { isPublicTargetKey, isTargetSection, targetOptions } from './target-sections.ts';

/** Never shown. */
const HIDDEN = 'passwords';

type Texts = Readonly<Record<string, string>>;

/**
 * Section → key → text: values of the file as written (commands not substituted), and defaults of all other keys. Secrets are masked
 * for every caller, logged in or not.
 */
export function configForApi(
  raw: RawConfig,
  { registry, cores }: { registry: readonly Plugin[]; cores: number },
): Record<string, Texts> {
  const defaults: [string, Texts][] = [
    ...[...SECTIONS].map(([name, { options }]): [string, Texts] => [name, fallbackTexts(options)]),
    ...registry.map((plugin): [string, Texts] => [plugin.name, defaultTexts(plugin, cores)]),
  ];
  const sections = new Map(defaults);
  for (const [name, texts] of Object.entries(raw))
    sections.set(name, { ...(sections.get(name) ?? targetDefaults(name, texts)), ...texts });
  sections.delete(HIDDEN);
  const plugins = new Map(registry.map((plugin) => [plugin.name, plugin]));
  return Object.fromEntries(
    [...sections].map(([name, texts]) => [name, shown(name, texts, rulesOf(name, texts['type'], plugins))]),
  );
}

const fallbackTexts = (options: Options): Texts =>
  Object.fromEntries(
    Object.entries(options).flatMap(([key, { fallback }]) =>
      fallback === undefined ? [] : [[key, fallback]],
    ),
  );

const targetDefaults = (name: string, { type }: Texts): Texts =>
  isTargetSection(name) && type !== undefined ? fallbackTexts(targetOptions(type)) : {};

/** Unknown keys and sections may hold mistyped secrets. */
const shown = (name: string, texts: Texts, rules: SectionRules | undefined): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      const isKnown = !isTargetSection(name) || isPublicTargetKey(texts['type'], key);
      const option = isKnown ? rules?.option(key) : undefined;
      return [key, publicValue(option, key, text)];
    }),
  );
