/** Preferences of the reader, stored per browser; an address may contain them. */
import { reactive, watch } from 'vue';
import type { PageSettings } from '../api/settings.ts';
import { isLanguage, type Language } from '../../src/show/display/language.ts';
import type { DisplayFlags } from '../../src/show/display/action.ts';

export interface Preferences extends DisplayFlags {
  theme: 'system' | 'dark' | 'light';
  language: 'system' | Language;
  /** Hidden sections. */
  hidden: string[];
  /** Folded sections. */
  folded: string[];
  /** Series (`cpu/total`) pinned to every chart. */
  pinned: string[];
  /** Hidden columns: `processes/vms`. */
  columnsOff: string[];
  /** Span of the alert strip in hours. */
  alertHours: number;
  /** Hides alerts that ended before this time, Unix seconds. */
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

/** This browser's preferences over the defaults; changes are saved at once. */
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

/** Differences from the defaults as text for an address, without the language. */
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
    // Storage is full or forbidden: they last until the page is closed.
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

/** Keeps known keys of the right type: addresses are untrusted. */
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

/** Session storage; null: forbidden. */
export function sessionStorageOrNull(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Local storage; null: forbidden. */
export function localStorageOrNull(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
