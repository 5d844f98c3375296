/** Sections of states. */
import type { Served } from '../../../core/served.ts';
import type { Snapshots } from '../../display/snapshots.ts';
import { CONNECTION_STATES } from '../../display/connection-words.ts';
import { healthOf } from '../../display/disk-health.ts';
import { folderProblem } from '../../display/folder-words.ts';
import type { Level } from '../../display/levels.ts';
import { checkRows } from '../../display/check-words.ts';
import { arrayWords } from '../../display/raid-words.ts';
import type { Ui } from '../state/ui.ts';
import { inOrder } from '../../display/in-order.ts';
import type { Section, SectionRow } from './section.ts';
import { t } from '../../display/language.ts';

const row = (name: string, level: Level | null, text: string, unit = ''): SectionRow => ({
  name,
  level,
  values: [{ shown: { digits: text, unit }, level }],
});

const worstFirst = (rows: readonly SectionRow[]): SectionRow[] =>
  inOrder(rows.map((one) => ({ ...one, id: one.name })));

export function raidSection(ui: Ui): Section {
  const arrays: Snapshots['raid'] = ui.source.latest('raid') ?? {};
  const rows = Object.entries(arrays).map(([name, array]) =>
    row(`${name} ${array.type ?? ''}`.trim(), ui.worst('raid', name), arrayWords(array)),
  );
  return { plugin: 'raid', headings: [''], rows: worstFirst(rows) };
}

export function diskHealthSection(ui: Ui): Section {
  const rows = (ui.source.latest('smart') ?? []).map((device): SectionRow => {
    const { name, words, temperature } = healthOf(device);
    const level = ui.worst('smart', name);
    const heat = ui.show(temperature, 'celsius');
    return {
      name: name.split(' ')[0] ?? name,
      level,
      values: [
        { shown: temperature === null ? { digits: '', unit: '' } : heat, level: null },
        { shown: { digits: words, unit: '' }, level },
      ],
    };
  });
  return { plugin: 'smart', headings: [], rows: worstFirst(rows) };
}

export function wifiSection(ui: Ui): Section {
  const rows = (ui.source.latest('wifi') ?? []).map((one) => {
    const level = ui.worst('wifi', one.ssid);
    const { digits, unit } = ui.show(one.quality_level, 'dbm');
    return row(one.ssid, level, digits, unit);
  });
  return { plugin: 'wifi', headings: [''], rows: worstFirst(rows) };
}

export function portSection(ui: Ui): Section {
  const checks = checkRows(ui.source.latest('ports') ?? [], ui.source.latest('checks') ?? []);
  // There is none before the first result.
  const hasAvailability = checks.some(({ availability }) => availability !== '');
  const rows = checks.map(
    ({ id, name, words, seconds, isJudged, isUp, availability, expiry }): SectionRow => {
      const level = isJudged ? ui.worst('ports', id) : isUp === false ? 'critical' : null;
      const time = seconds === null ? '' : ui.text(seconds, 'seconds');
      const until = expiry === '' ? '' : `cert ${expiry}`;
      const state = [words, time, until].filter((word) => word !== '').join(' ');
      return {
        name,
        level,
        values: [
          ...(hasAvailability ? [{ shown: { digits: availability, unit: '' }, level: null }] : []),
          { shown: { digits: state, unit: '' }, level },
        ],
      };
    },
  );
  return { plugin: 'ports', headings: hasAvailability ? ['24 h', ''] : [''], rows: worstFirst(rows) };
}

export function folderSection(ui: Ui): Section {
  const rows = (ui.source.latest('folders') ?? []).map((one) => {
    const level = ui.worst('folders', one.path);
    if (one.errno) return row(one.path, level, folderProblem(one.errno));
    const { digits, unit } = ui.show(one.size, 'bytes');
    return row(one.path, level, digits, unit);
  });
  return { plugin: 'folders', headings: [''], rows: worstFirst(rows) };
}

export function ampSection(ui: Ui): Section {
  const rows = (ui.source.latest('amps') ?? [])
    .filter(({ result }) => result !== null)
    .map((one) => row(one.name, ui.worst('amps', one.name), String(one.result ?? '').split('\n')[0] ?? ''));
  return { plugin: 'amps', headings: [''], rows: worstFirst(rows) };
}

export function connectionSection(ui: Ui): Section {
  const value = ui.source.latest('connections') ?? {};
  const counts = value as Readonly<Served>;
  const rows = CONNECTION_STATES.flatMap(([field, name]): SectionRow[] => {
    if (typeof counts[field] !== 'number') return [];
    const { digits, unit } = ui.show(counts[field], 'count');
    return [{ ...row(t(name), ui.level('connections', field), digits, unit), series: field }];
  });
  const { nf_conntrack_percent: tracked } = value;
  if (typeof tracked === 'number')
    rows.push(
      row(
        t('conntrack used'),
        ui.level('connections', 'nf_conntrack_percent'),
        ui.show(tracked, 'percent').digits,
        '%',
      ),
    );
  return { plugin: 'connections', headings: [''], rows };
}

export function cloudSection(ui: Ui): Section {
  const { platform, type, region, name } = ui.source.latest('cloud') ?? {};
  const words = [type, region].filter((word) => word).join(', ');
  const rows = platform ? [row(`${platform} ${name ?? ''}`.trim(), null, words)] : [];
  return { plugin: 'cloud', headings: [''], rows };
}
