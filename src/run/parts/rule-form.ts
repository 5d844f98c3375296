/** Forms for everything that the page may set, from the declarations of the configuration. */
import { keyOfRule } from '../../core/failure-rule.ts';
import { kindTitle } from '../../core/kind-titles.ts';
import type { Option, Options } from '../../core/options.ts';
import { REDACTED } from '../../core/redact.ts';
import { FAILURE_RULES, ALERT_OPTIONS } from '../../alerts/failure-rules/index.ts';
import { delayOptions } from '../../alerts/failure-rules/delay-options.ts';
import type {
  KindForm,
  RuleField,
  RuleForm,
  TargetForm,
  TargetTypeForm,
} from '../../alerts/rules/form-shape.ts';
import type { RawConfig } from '../config/load.ts';
import type { PageRule } from '../config/page-rules.ts';
import {
  isPublicTargetKey,
  isTargetSection,
  PAGE_TARGET_TYPES,
  pageOptionsBeside,
  pageTargetOptions,
  SHARED_PAGE_OPTIONS,
  targetNamed,
} from '../config/target-sections.ts';

type Texts = Readonly<Record<string, string>>;

/** @param raw the active configuration; @param rules rules of the page */
export const ruleForm = (raw: RawConfig, rules: readonly PageRule[]): RuleForm => ({
  kinds: kindForms(raw['alerts'] ?? {}),
  targets: targetForms(raw, rules),
  types: typeForms(),
  shared: fieldsOf(SHARED_PAGE_OPTIONS, '', {}),
});

const kindForms = (texts: Texts): KindForm[] =>
  FAILURE_RULES.map((kind) => ({
    name: kind.name,
    title: kindTitle(kind.name) ?? kind.name,
    description: kind.description,
    thresholds_of: kind.appliesThresholdsOf ?? [],
    fields: [keyOfRule(kind), ...Object.keys(delayOptions(kind)), ...Object.keys(kind.options ?? {})].map(
      (key) => fieldOf(key, ALERT_OPTIONS[key] as Option, texts[key] ?? null),
    ),
  }));

function targetForms(raw: RawConfig, rules: readonly PageRule[]): TargetForm[] {
  const ofPage = new Set(rules.filter(({ key }) => key === 'type').map(({ section }) => section));
  return Object.entries(raw).flatMap(([section, texts]) => {
    const { type: word } = texts;
    if (!isTargetSection(section) || word === undefined) return [];
    const isOfPage = ofPage.has(section);
    const shared = pageOptionsBeside(word);
    return [
      {
        name: targetNamed(section),
        type: word.trim().toLowerCase(),
        editable: isOfPage ? 'all' : shared === SHARED_PAGE_OPTIONS ? 'shared' : 'none',
        fields: fieldsOf(isOfPage ? { ...ownOptions(word), ...shared } : shared, word, texts),
      },
    ];
  });
}

const typeForms = (): TargetTypeForm[] =>
  PAGE_TARGET_TYPES.map(({ type, description }) => ({
    type,
    description,
    fields: fieldsOf(ownOptions(type), type, {}),
  }));

/** Only the keys of the type. */
const ownOptions = (word: string): Options =>
  Object.fromEntries(
    Object.entries(pageTargetOptions(word)).filter(
      ([key]) => key !== 'type' && !Object.hasOwn(SHARED_PAGE_OPTIONS, key),
    ),
  );

function fieldsOf(options: Options, word: string, texts: Texts): RuleField[] {
  const type = PAGE_TARGET_TYPES.find((one) => one.type === word.trim().toLowerCase());
  return Object.entries(options).map(([key, option]) => ({
    ...fieldOf(key, option, texts[key] ?? null, isSecret(word, key)),
    required: type?.required.includes(key) === true,
  }));
}

const isSecret = (word: string, key: string): boolean =>
  !Object.hasOwn(SHARED_PAGE_OPTIONS, key) && !isPublicTargetKey(word, key);

function fieldOf(key: string, option: Option, value: string | null, secret = false): RuleField {
  const [least, most] = option.range ?? [];
  return {
    key,
    type: option.type,
    description: option.description,
    fallback: option.fallback ?? null,
    choices: option.choices ?? null,
    least: bound(least),
    most: bound(most),
    example: option.example ?? null,
    required: false,
    secret,
    value: secret && value !== null ? REDACTED : value,
  };
}

const bound = (limit: number | undefined): number | null =>
  limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit;
