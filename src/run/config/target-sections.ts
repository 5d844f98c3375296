/** Sections `[notify_NAME]`: which keys they may hold is decided by their `type`. */
import { choiceOption, type Option, type Options } from '../../core/options.ts';
import { isSecretKey } from '../../core/redact.ts';
import { secretKeysOf } from '../../net/deliver/secret-value.ts';
import { TARGET_OPTIONS } from '../../alerts/notify/options.ts';
import { keysOf, type TargetSettings, type TargetType } from '../../alerts/notify/target-type.ts';
import { TARGET_TYPES } from '../../alerts/notify/targets/index.ts';
import type { RawSection } from './raw-section.ts';
import { type TypedValues, valuesOf } from './values.ts';

const PREFIX = 'notify_';
const NAME = /^[\w-]{1,64}$/;

const TYPES = TARGET_TYPES.map(({ type }) => type).join(', ');

const TYPE = choiceOption(
  TARGET_TYPES.map(({ type }) => type),
  undefined,
  'What kind of target this is.',
);

export const isTargetSection = (name: string): boolean => name.startsWith(PREFIX);

const typeNamed = (word: string | undefined): TargetType | undefined =>
  TARGET_TYPES.find(({ type }) => type === word?.trim().toLowerCase());

/** All keys that a target of this type has; without a type those of all types, so that only its lack is reported. */
export const targetOptions = (word: string | undefined): Options => {
  const type = typeNamed(word);
  const types = type === undefined ? TARGET_TYPES : [type];
  return Object.assign({ type: TYPE, ...TARGET_OPTIONS }, ...types.map(keysOf)) as Options;
};

/** Keys of every target that the page may set: none names a file of this machine. */
export const SHARED_PAGE_OPTIONS: Options = Object.fromEntries(
  Object.entries(TARGET_OPTIONS).filter(([key]) => key !== 'ca_file'),
);

/** Types of targets that can be created on the page: no programs, and no browsers, which add themselves. */
export const PAGE_TARGET_TYPES = TARGET_TYPES.filter(
  ({ runsPrograms, receiver }) => !runsPrograms && receiver === undefined,
);

/** Only the configuration file sets up such a target. @param word its type */
export const runsProgram = (word: string): boolean => typeNamed(word)?.runsPrograms === true;

/** Keys of a target that the page may set. @param word its type; undefined: the configuration file sets it */
export function pageTargetOptions(word: string | undefined): Options {
  if (word === undefined) return SHARED_PAGE_OPTIONS;
  const type = typeNamed(word);
  if (type !== undefined && !PAGE_TARGET_TYPES.includes(type)) return {};
  return { type: TYPE, ...SHARED_PAGE_OPTIONS, ...type?.options };
}

/** Page options of all target types together. */
export const ANY_PAGE_TARGET: Options = Object.assign(
  {},
  ...PAGE_TARGET_TYPES.map(({ type }) => pageTargetOptions(type)),
);

/** Keys of a target of the configuration file that the page may set beside it. */
export const pageOptionsBeside = (word: string): Options => (runsProgram(word) ? {} : SHARED_PAGE_OPTIONS);

const SECRET_KEYS: ReadonlySet<string> = new Set(
  TARGET_TYPES.flatMap(({ options }) => secretKeysOf(options)),
);

/** True if the key holds a secret in targets of any type. */
export const mayBeSecret = (key: string): boolean => SECRET_KEYS.has(key) || isSecretKey(key);

/** Returns the name of the target of a section. */
export const targetNamed = (section: string): string => section.slice(PREFIX.length);

export const isTargetName = (section: string): boolean =>
  isTargetSection(section) && NAME.test(targetNamed(section));

/** True when a value may be shown: the key is known, and not that of a secret. Keys with a typing error are not known. */
export function isPublicTargetKey(word: string | undefined, key: string): boolean {
  const option = ownOption(targetOptions(word), key);
  return typeNamed(word) !== undefined && option !== undefined && !option.secret && !isSecretKey(key);
}

export const ownOption = (options: Options, key: string): Option | undefined =>
  Object.hasOwn(options, key) ? options[key] : undefined;

/** True when the section is there only as a heading, as in the example file. */
export const isEmptySection = ({ values }: RawSection): boolean =>
  [...values.values()].every(({ inherited }) => inherited);

/** A section without any key sends nothing. The headings of the example file are no reason for a warning. */
export const emptyWarnings = (name: string, section: RawSection): string[] =>
  typeNamed(targetNamed(name)) === undefined
    ? [`${section.where}: [${name}] has no type and sends nothing. Set type to one of ${TYPES}.`]
    : [];

/** Missing keys of the section, one sentence each. Secrets are not checked here: they may come from elsewhere. */
export function missingKeys(name: string, section: RawSection): string[] {
  const place = `${section.where}: [${name}]`;
  if (!isTargetName(name))
    return [`${place}: the name of a target has up to 64 letters, digits, _ and -, as in [notify_phone].`];
  const word = section.values.get('type')?.value;
  if (word === undefined || word === '') return [`${place} needs a type: one of ${TYPES}.`];
  const type = typeNamed(word);
  const missing = type?.required.filter(
    (key) => type.options[key]?.secret !== true && (section.values.get(key)?.value ?? '') === '',
  );
  return (missing ?? []).map((key) => `${place} needs ${key}, since its type is ${type?.type}.`);
}

/** Returns the targets of the configuration, typed. @param ofPage sections that were created on the page */
export const targetsOf = (
  sections: ReadonlyMap<string, RawSection>,
  values: TypedValues,
  ofPage: ReadonlySet<string>,
): TargetSettings[] =>
  [...sections].flatMap(([name, section]) => {
    const type = isTargetSection(name) ? typeNamed(section.values.get('type')?.value) : undefined;
    if (type === undefined) return [];
    const found = values.get(name);
    return [
      {
        name: targetNamed(name),
        where: `${section.where}: [${name}]`,
        type,
        common: valuesOf(TARGET_OPTIONS, found),
        options: valuesOf(keysOf(type), found),
        isOfPage: ofPage.has(name),
      },
    ];
  });
