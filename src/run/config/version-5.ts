/** Sections and keys of Glances 5 under the names that Gander knows. */
import { numberOf } from '../../core/option-parse.ts';
import type { IniEntry, Section } from './ini.ts';

interface Read5 {
  readonly sections: ReadonlyMap<string, Section>;
  /** Keys that are read under another name, a sentence per section. */
  readonly notices: string[];
  /** Keys without effect, and values that may be meant otherwise, a sentence each. */
  readonly warnings: string[];
}

type Sections = ReadonlyMap<string, Section>;
/** Says something of an entry: where it is, and what. */
type Say = (section: string, entry: IniEntry, text: string) => void;

/** A section that both have, with keys that Gander has in [alert]. */
const ALERTS = 'alerts';
const ALERT_KEYS: Readonly<Record<string, string>> = {
  min_duration_seconds: 'min_duration',
  history_size: 'max_events',
};

/** Keys with another name. */
const KEYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  global: { refresh_time: 'refresh' },
  outputs: { cors_allow_credentials: 'cors_credentials' },
};

/** Judged fields, and their headers in configuration keys. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  diskio: { read_bytes: 'rx', write_bytes: 'tx' },
  fs: { percent: '' },
  load: { min15: '' },
  mem: { percent: '' },
  memswap: { percent: '' },
  network: { bytes_recv: 'rx', bytes_sent: 'tx' },
  processlist: { cpu_percent: 'cpu', memory_percent: 'mem' },
  wifi: { quality_level: '' },
};

const LEVELS = new Set(['careful', 'warning', 'critical']);
const SUFFIX = /_(careful|warning|critical|log|(?:ok|careful|warning|critical)_action(?:_repeat)?)$/;
/** Keys of levels that exist there alone. */
const DURATION = /^(?:(.+)_)?min_duration_seconds$/;
const APPRISE = /_apprise(?:_repeat)?$/;

/** @param path of the file, for messages */
export function withVersion5(parsed: Sections, path: string): Read5 {
  const warnings: string[] = [];
  const notices: string[] = [];
  const say: Say = (section, { line, where = `${path}:${line}` }, text) =>
    void warnings.push(`${where}: [${section}] ${text}`);
  const sections = new Map<string, { line: number; entries: Map<string, IniEntry> }>();
  const moved: [place: Named, line: number][] = [];
  for (const [name, { line, entries }] of parsed) {
    const renamed: string[] = [];
    const read = new Map<string, IniEntry>();
    sections.set(name, { line, entries: read });
    for (const [key, entry] of entries) {
      const own = placeIn(name, key, entry, say);
      if (own === null) continue;
      if (own.section === name && own.key === key) {
        // The spelling of version 5 wins where both are there.
        if (!read.has(key)) read.set(key, entry);
        continue;
      }
      const section = own.section === name ? '' : `[${own.section}] `;
      renamed.push(`${key} as ${section}${own.key}${own.entry === entry ? '' : ` = ${own.entry.value}`}`);
      if (own.section === name) read.set(own.key, own.entry);
      else moved.push([own, line]);
    }
    if (renamed.length > 0)
      notices.push(
        `${path}:${line}: [${name}] has keys of Glances 5, read under their present names: ${renamed.join(', ')}.`,
      );
  }
  for (const [{ section, key, entry }, line] of moved) {
    const { entries } = sections.get(section) ?? { entries: new Map<string, IniEntry>() };
    if (!entries.has(key)) entries.set(key, entry);
    sections.set(section, { line: sections.get(section)?.line ?? line, entries });
  }
  return { sections, notices, warnings };
}

/** Where an entry is read. */
interface Named {
  readonly section: string;
  readonly key: string;
  readonly entry: IniEntry;
}

/** Null: it has no effect, which was said. */
function placeIn(section: string, key: string, entry: IniEntry, say: Say): Named | null {
  if (section === ALERTS && ALERT_KEYS[key] !== undefined)
    return { section: 'alert', key: ALERT_KEYS[key], entry };
  if (section === ALERTS && key === 'warmup_cycles') {
    say(
      section,
      entry,
      'warmup_cycles has no effect here. The delays of alerts (total_warning_for) cover the start.',
    );
    return null;
  }
  const other = KEYS[section]?.[key];
  if (other !== undefined) return { section, key: other, entry };
  const [, judged] = DURATION.exec(key) ?? [];
  if (DURATION.test(key)) {
    const name = judged === undefined ? '' : `${judged}_`;
    say(
      section,
      entry,
      `${key} has no effect here. ${name}warning_for says how long a value lasts before it is notified.`,
    );
    return null;
  }
  if (APPRISE.test(key)) {
    say(section, entry, `${key} has no effect here. Targets of notifications have sections ([notify_NAME]).`);
    return null;
  }
  return levelKey(section, key, entry, say);
}

/** A key of a threshold, a log or an action. */
function levelKey(section: string, key: string, entry: IniEntry, say: Say): Named | null {
  const [, suffix] = SUFFIX.exec(key) ?? [];
  if (suffix === undefined) return { section, key, entry };
  const name = key.slice(0, -suffix.length - 1);
  const found = Object.entries(HEADERS[section] ?? {}).find(
    ([field]) => name === field || name.endsWith(`_${field}`),
  );
  if (found === undefined) return { section, key, entry };
  const [field, header] = found;
  const item = name.slice(0, -field.length).replace(/_$/, '');
  const isShare = section === 'network' && LEVELS.has(suffix);
  // Thresholds of one interface are bits per second unless they are named so.
  const unit = isShare && item !== '' ? 'percent' : '';
  const present = [item, header, unit, suffix].filter((part) => part !== '').join('_');
  return { section, key: present, entry: isShare ? percentOf(section, key, entry, say) : entry };
}

/** Thresholds of networks are shares from 0 to 1 there, and percent here. */
function percentOf(section: string, key: string, entry: IniEntry, say: Say): IniEntry {
  const share = numberOf(entry.value);
  if (share === null) return entry;
  if (share <= 1) return { ...entry, value: String(Math.round(share * 1e6) / 1e4) };
  say(section, entry, `${key} = ${share} is no share from 0 to 1. It is read as ${share} %.`);
  return entry;
}
