/** Sections of states, and of counts. */
import { checkRows } from './check-words.ts';
import { CONNECTION_STATES } from './connection-words.ts';
import { healthOf } from './disk-health.ts';
import { folderProblem } from './folder-words.ts';
import { inOrder } from './in-order.ts';
import { localName, t } from './language.ts';
import { printable } from './printable.ts';
import { arrayWords } from './raid-words.ts';
import { wordsOfEnd } from './said-words.ts';
import { cellsOf, lineOf, type SectionList, type SectionSource } from './section-list.ts';
import type { RaidArray } from './snapshots.ts';

const STATE = { heading: 'State', short: '' } as const;

export function raidList(source: SectionSource) {
  const arrays: Readonly<Record<string, RaidArray>> = source.latest('raid') ?? {};
  const lines = Object.entries(arrays)
    .filter(([, array]) => typeof array === 'object' && array !== null)
    .map(([id, one]) => {
      return lineOf({
        one,
        id,
        name: id,
        notes: [one.type, one.config].flatMap((text) => (text ? [{ text }] : [])),
        cells: [cellsOf(source, 'raid', id).word(arrayWords(one), '')],
      });
    });
  return {
    columns: [STATE],
    lines: inOrder(lines),
  } satisfies SectionList;
}

export function healthList(source: SectionSource) {
  const lines = (source.latest('smart') ?? []).map((device) => {
    const health = healthOf(device);
    const id = health.name;
    const [name = id, ...model] = id.split(' ');
    return lineOf({
      one: health,
      id,
      name,
      notes: [{ text: model.join(' ') }],
      cells: [
        health.temperature === null
          ? { value: '', level: null }
          : { value: health.temperature, kind: 'celsius', level: null },
        cellsOf(source, 'smart', id).word(health.words, 'DeviceName'),
      ],
    });
  });
  return {
    columns: [{ heading: 'temp.', short: '' }, STATE],
    lines: inOrder(lines),
  } satisfies SectionList;
}

/** Ports, web pages, and calls of other programs. */
export function checkList(source: SectionSource) {
  const rows = checkRows(source.latest('ports') ?? [], source.latest('checks') ?? []);
  // There is none before the first result.
  const hasAvailability = rows.some(({ availability }) => availability !== '');
  const lines = rows.map((one) => {
    const { id, name, words, seconds, isJudged, isUp, availability, expiry } = one;
    const time = seconds === null ? '' : source.text(seconds, 'seconds');
    const state = cellsOf(source, 'ports', id).word([words, time].filter(Boolean).join(' '), 'status');
    const own = isUp === false ? 'critical' : null;
    return lineOf({
      one,
      id,
      name,
      notes: expiry === '' ? [] : [{ text: t('certificate {expiry}', { expiry }), short: expiry }],
      cells: [
        isJudged ? state : { ...state, level: own },
        ...(hasAvailability ? [{ value: availability, level: null }] : []),
      ],
    });
  });
  return {
    columns: hasAvailability ? [STATE, { heading: '24 h' }] : [STATE],
    lines: inOrder(lines),
  } satisfies SectionList;
}

export function folderList(source: SectionSource) {
  const lines = (source.latest('folders') ?? []).map((one) => {
    const id = one.path;
    const { number, word } = cellsOf(source, 'folders', id);
    const cell = one.errno ? word(folderProblem(one.errno), 'size') : number(one.size, 'bytes', 'size');
    return lineOf({ one, id, name: id, cells: [cell] });
  });
  return { columns: [{ heading: 'Used', short: '' }], lines: inOrder(lines) } satisfies SectionList;
}

/** Programs that run, or whose command says something. */
export function programList(source: SectionSource) {
  const lines = (source.latest('amps') ?? [])
    .filter(({ result, count }) => result !== null || (count ?? 0) > 0)
    .map((one) => {
      const { name: id, regex, result } = one;
      const running = regex ? t('{count} running', { count: one.count ?? 0 }) : '';
      const [first = ''] = (result ?? '').split('\n');
      return lineOf({
        one: { ...one, running },
        id,
        name: id,
        cells: [cellsOf(source, 'amps', id).word(printable(first) || running, 'count')],
      });
    });
  return { columns: [STATE], lines: inOrder(lines) } satisfies SectionList;
}

/** Failed ones, then those with the most memory. */
export function unitList(source: SectionSource) {
  const lines = (source.latest('units') ?? []).map((one) => {
    const id = one.name;
    const { number, word } = cellsOf(source, 'units', id);
    const state = word(wordsOfEnd(one) || t('failed'), 'active_state');
    const isIdle = one.memory === null && one.cpu_percent === null;
    return lineOf({
      one,
      id,
      name: id,
      level: state.level,
      cells:
        one.active_state === 'failed'
          ? [state]
          : isIdle
            ? [{ value: one.sub_state, level: null }]
            : [number(one.cpu_percent, 'percent', 'cpu_percent'), number(one.memory, 'bytes', 'memory')],
    });
  });
  return {
    columns: [{ heading: 'CPU' }, { heading: 'memory' }],
    lines: inOrder(lines, ({ one }) => -(one.memory ?? -1)),
  } satisfies SectionList;
}

export function connectionList(source: SectionSource) {
  const one = source.latest('connections') ?? {};
  const { number } = cellsOf(source, 'connections');
  const { nf_conntrack_percent: tracked } = one;
  const lines = [
    ...CONNECTION_STATES.flatMap(([id, name]) =>
      typeof one[id] === 'number' ? [{ id, name: t(name), cell: number(one[id], 'count', id) }] : [],
    ),
    ...(typeof tracked === 'number'
      ? [
          {
            id: 'nf_conntrack_percent',
            name: t('conntrack used'),
            cell: number(tracked, 'percent', 'nf_conntrack_percent'),
          },
        ]
      : []),
  ].map(({ id, name, cell }) => lineOf({ one, id, name, cells: [cell] }));
  return { columns: [{ heading: 'Value', short: '' }], lines } satisfies SectionList;
}

const CLOUD_FIELDS = ['platform', 'name', 'type', 'region', 'id'] as const;

export function cloudList(source: SectionSource) {
  const one = source.latest('cloud');
  const lines = CLOUD_FIELDS.flatMap((field) => {
    const value = one?.[field];
    return value ? [lineOf({ one, id: field, name: localName(field), cells: [{ value, level: null }] })] : [];
  });
  return { columns: [{ heading: 'Value', short: '' }], lines } satisfies SectionList;
}
