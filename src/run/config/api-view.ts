/** The configuration for the API: as text, without secrets. */
import { defaultTexts } from '../../judge/levels/limits.ts';
import { isSecretOption } from '../../core/option-groups.ts';
import type { Options } from '../../core/options.ts';
import type { Plugin } from '../../core/plugin.ts';
import { publicText, REDACTED } from '../../core/redact.ts';
import type { RawConfig } from './load.ts';
import { declarationOf, ALL_SECTIONS } from './sections.ts';
import { exporterKeys, exporterOf } from './exporter-sections.ts';
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
    ...Object.entries(ALL_SECTIONS).map(([name, { options }]): [string, Texts] => [
      name,
      fallbackTexts(options),
    ]),
    ...registry.map((plugin): [string, Texts] => [plugin.name, defaultTexts(plugin, cores)]),
  ];
  const sections = new Map(defaults);
  for (const [name, texts] of Object.entries(raw))
    sections.set(name, { ...(sections.get(name) ?? targetDefaults(name, texts)), ...texts });
  sections.delete(HIDDEN);
  const optionsOf = (name: string): Options =>
    declarationOf(name)?.options ?? registry.find((plugin) => plugin.name === name)?.options ?? {};
  return Object.fromEntries(
    [...sections].map(([name, texts]) => [name, shown(name, texts, optionsOf(name))]),
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

/** In sections of targets, only known harmless keys are shown. */
const shown = (name: string, texts: Texts, options: Options): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      const isHidden = isTargetSection(name)
        ? !isPublicTargetKey(texts['type'], key)
        : isExporterSecret(name, key) || isSecretOption(options, key);
      return [key, isHidden ? REDACTED : publicText(key, text)];
    }),
  );

/** Unknown keys, too, may be mistyped secrets. */
function isExporterSecret(section: string, key: string): boolean {
  const exporter = exporterOf(section);
  if (exporter === undefined) return false;
  const options = exporterKeys(exporter);
  return !Object.hasOwn(options, key) || options[key]?.secret === true;
}
