/** Preferences of the reader, kept per browser; an address can carry them too. */
import { reactive, watch } from 'vue';
import type { PageSettings } from '../api/settings.ts';
import { isLanguage, type Language } from '../../src/show/display/language.ts';
import type { UnitChoice } from '../../src/show/display/units.ts';

export interface Preferences extends UnitChoice {
  theme: 'system' | 'dark' | 'light';
  language: 'system' | Language;
  /** CPU cores one by one. */
  percpu: boolean;
  freeSpace: boolean;
  iops: boolean;
  latency: boolean;
  /** All GPUs as one. */
  meanGpu: boolean;
  longNames: boolean;
  /** CPU of processes as a share of all cores instead of one. */
  perMachine: boolean;
  /** Down and up of interfaces added up. */
  networkSum: boolean;
  /** Bytes since the start instead of rates. */
  networkTotal: boolean;
  /** Names of sections that are not shown. */
  hidden: string[];
  /** Names of sections of which only the heading is shown. */
  folded: string[];
  /** Series (`cpu/total`) that are offered in every chart. */
  pinned: string[];
  /** Columns that are not shown: `processes/vms`. */
  columnsOff: string[];
  /** Hours that the strip of alerts covers. */
  alertHours: number;
  /** Ended alerts from before are not listed, in seconds since 1970. */
  alertsClearedAt: number;
}

export function defaultPreferences({ defaults }: PageSettings, isNarrow: boolean): Preferences {
  return {
    theme: 'system',
    language: 'system',
    bits: !defaults.byte,
    binary: true,
    fahrenheit: defaults.fahrenheit ?? false,
    percpu: defaults.percpu ?? false,
    freeSpace: defaults.freeSpace ?? false,
    iops: defaults.iops ?? false,
    latency: defaults.latency ?? false,
    meanGpu: defaults.meanGpu ?? false,
    longNames: defaults.longNames ?? false,
    perMachine: defaults.perMachine ?? false,
    networkSum: false,
    networkTotal: false,
    hidden: [],
    folded: isNarrow ? ['*'] : [],
    pinned: [],
    columnsOff: ['processes/ppid', 'processes/create_time', 'processes/unit'],
    alertHours: 3,
    alertsClearedAt: 0,
  };
}

const KEY = 'gander.preferences';

/** The preferences of this browser over the defaults; every change is kept at once. */
export function openPreferences(
  defaults: Preferences,
  storage: Storage | null,
  shared: string | null,
): Preferences {
  const kept = read(storage?.getItem(KEY) ?? null);
  const preferences = reactive({ ...defaults, ...fitting(defaults, { ...kept, ...read(shared) }) });
  watch(preferences, () => save(storage, defaults, preferences), { deep: true, flush: 'sync' });
  return preferences;
}

/** The differences from the defaults, as text for an address. The language stays that of who opens it. */
export function sharedPreferences(defaults: Preferences, preferences: Preferences): string {
  return JSON.stringify(differing(defaults, { ...preferences, language: defaults.language }));
}

const differing = (defaults: Preferences, preferences: Preferences): object =>
  Object.fromEntries(
    Object.entries(preferences).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name as keyof Preferences]),
    ),
  );

function save(storage: Storage | null, defaults: Preferences, preferences: Preferences): void {
  try {
    storage?.setItem(KEY, JSON.stringify(differing(defaults, preferences)));
  } catch {
    // A full or forbidden storage: they hold until the page is closed.
  }
}

function read(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Only what is known and of the right type: an address can hold anything. */
function fitting(defaults: Preferences, found: Record<string, unknown>): Partial<Preferences> {
  return Object.fromEntries(
    Object.entries(found).filter(([name, value]) => {
      if (!Object.hasOwn(defaults, name)) return false;
      const wanted = defaults[name as keyof Preferences];
      if (Array.isArray(wanted)) return Array.isArray(value) && value.every((one) => typeof one === 'string');
      if (name === 'language') return value === 'system' || isLanguage(String(value));
      if (name === 'theme') return ['system', 'dark', 'light'].includes(String(value));
      return typeof value === typeof wanted;
    }),
  );
}

/** The storage of this tab; null where it is forbidden. */
export function sessionStorageOrNull(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** The browser's storage; null where it is forbidden. */
export function localStorageOrNull(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
