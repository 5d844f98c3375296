/** `/<plugin>/…`: routes of all plugins. */
import { mapOf, anyObject, listOf, ONE_MEMBER, orNull, text } from '../../core/shape.ts';
import type { Plugin } from '../../core/plugin.ts';
import { VIEW_EXAMPLE } from '../../http/openapi/common-schemas.ts';
import type { OperationSetup } from '../../http/openapi/operation.ts';
import { countOf, FIELD, inPath, KEY, pluginNamed } from '../../http/openapi/parameters.ts';
import { ANY_PLUGIN } from '../../http/openapi/tags.ts';
import { type Part, ref } from '../../http/openapi/types.ts';
import type { Piece } from '../../http/route/route.ts';

const WORD = orNull(text());
const NULL_WHEN_UNKNOWN = 'null when there is no such field.';
const POINTS = [['2026-11-21T00:52:09.595790+00:00', 12.5]];
const VIEWS = { anyOf: [ref('schemas', 'EntryViews'), { type: 'null' }] };

const SERIES = inPath(
  'field',
  'Name of a series: the field; for a list, the identity of the entry and the field (`eth0_bytes_recv_rate_per_sec`).',
  text(undefined, { minLength: 1 }),
  'total',
);

export function belowPlugin(plugins: readonly Plugin[]): Piece[] {
  const names = plugins.map(({ name }) => name);
  const lists = plugins
    .filter((plugin) => plugin.shape === 'list' && plugin.key !== null)
    .map(({ name }) => name);
  const pieces: Piece[] = [];
  const add = (path: string, plugin: Part, setup: Omit<OperationSetup, 'tag'>): void => {
    pieces.push({
      path: `/api/4/{plugin}${path}`,
      tag: ANY_PLUGIN,
      isVersioned: true,
      ...setup,
      parameters: [plugin, ...(setup.parameters ?? [])],
      refusals: { '400': 'UnknownPlugin', '503': 'NotYetRead', ...setup.refusals },
    });
  };
  if (names.length === 0) return pieces;
  const object = pluginNamed(names, prefer(names, 'cpu'));
  const list = pluginNamed(names, prefer(names, 'fs'));
  addWhole(add, object, list);
  addFields(add, object, list);
  addHistory(add, object);
  if (lists.length > 0) addEntries(add, pluginNamed(lists, prefer(lists, 'fs')), list);
  return pieces;
}

type Add = (path: string, plugin: Part, setup: Omit<OperationSetup, 'tag'>) => void;

const prefer = (names: readonly string[], name: string): string =>
  names.includes(name) ? name : (names[0] ?? name);

function addWhole(add: Add, object: Part, list: Part): void {
  add('/limits', object, {
    id: 'getLimits',
    summary: 'Thresholds and other options',
    answer: ref('schemas', 'Limits'),
    says: 'Every option of the plugin, set or not. Secrets are masked.',
    example: { history_size: 1200, cpu_disable: ['False'], cpu_total_careful: 65, cpu_total_warning: 75 },
  });
  add('/views', object, {
    id: 'getViews',
    summary: 'Views of a plugin',
    answer: ref('schemas', 'Views'),
    says: 'Level and flags of every value.',
    example: { total: VIEW_EXAMPLE },
  });
  add('/top/{nb}', list, {
    id: 'getTop',
    summary: 'First entries of a list',
    description: 'For a plugin that is not a list: the whole plugin.',
    parameters: [countOf('Number of entries; 0 returns none.')],
    answer: { type: ['array', 'object', 'string', 'null'] },
    says: 'The entries, at most the requested number.',
    example: [{ key: 'mnt_point', mnt_point: '/', percent: 42.1 }],
    refusals: { '422': 'NotANumber' },
  });
}

function addFields(add: Add, object: Part, list: Part): void {
  add('/{field}', list, {
    id: 'getField',
    summary: 'One field',
    description: 'For a list: the values of all entries, in order.',
    parameters: [FIELD],
    answer: orNull(ONE_MEMBER),
    says: `An object with the field as its only member; ${NULL_WHEN_UNKNOWN}`,
    example: { percent: [42.1, 7] },
  });
  for (const [word, summary, example] of [
    ['description', 'Description of a field', 'Busy time across all cores.'],
    ['unit', 'Unit of a field', 'percent'],
  ] as const) {
    add(`/{field}/${word}`, object, {
      id: word === 'unit' ? 'getUnit' : 'getDescription',
      summary,
      parameters: [{ ...FIELD, example: 'total' }],
      answer: WORD,
      says: `A text; ${NULL_WHEN_UNKNOWN} Companions of counters have none.`,
      example,
    });
  }
  add('/{field}/views', object, {
    id: 'getFieldViews',
    summary: 'Views of one field',
    description: 'For a list: the name of an entry in place of a field returns all views of that entry.',
    parameters: [{ ...FIELD, example: 'total' }],
    answer: VIEWS,
    says: `The views; ${NULL_WHEN_UNKNOWN}`,
    example: VIEW_EXAMPLE,
    refusals: { '404': 'UnknownEntry' },
  });
}

function addHistory(add: Add, object: Part): void {
  const last = countOf('Number of points, counted from the newest; 0 returns all.');
  const all = { answer: ref('schemas', 'History'), says: 'Every series.', example: { total: POINTS } };
  const one = {
    answer: { anyOf: [{ ...ref('schemas', 'History'), maxProperties: 1 }, { type: 'null' }] },
    says: 'An object with the series as its only member; null when it is not recorded.',
    example: { total: POINTS },
  };
  const refusals = { '422': 'NotANumber' } as const;
  add('/history', object, { id: 'getHistory', summary: 'Recent history of a plugin', ...all });
  add('/history/{nb}', object, {
    id: 'getLatestHistory',
    summary: 'The newest points of the history of a plugin',
    parameters: [last],
    ...all,
    refusals,
  });
  add('/{field}/history', object, {
    id: 'getFieldHistory',
    summary: 'Recent history of one series',
    parameters: [SERIES],
    ...one,
  });
  add('/{field}/history/{nb}', object, {
    id: 'getLatestFieldHistory',
    summary: 'The newest points of the history of one series',
    parameters: [SERIES, last],
    ...one,
    refusals,
  });
}

function addEntries(add: Add, list: Part, any: Part): void {
  const value = inPath(
    'value',
    'Value that the field must equal. Numbers are compared as numbers. Slashes may be sent as they are or as %2F.',
    text(undefined, { minLength: 1 }),
    '/',
  );
  add('/{field}/value/{value}', any, {
    id: 'getEntriesByValue',
    summary: 'Entries of a list by the value of a field',
    parameters: [{ ...FIELD, example: 'mnt_point' }, value],
    answer: orNull({ ...mapOf('The entries, by the value.', listOf(anyObject())), maxProperties: 1 }),
    says: 'An object with the value as its only member: the entries. null when an entry lacks the field, or for other plugins.',
    example: { '/': [{ key: 'mnt_point', mnt_point: '/', percent: 42.1 }] },
  });
  add('/{field}/{key}', list, {
    id: 'getFieldOfEntry',
    summary: 'One field of one entry',
    parameters: [FIELD, KEY],
    answer: ONE_MEMBER,
    says: 'An object with the field as its only member; its value is null when the entry lacks the field.',
    example: { percent: 42.1 },
    refusals: { '404': 'UnknownEntry' },
  });
  add('/{field}/{key}/views', list, {
    id: 'getViewOfEntry',
    summary: 'View of one field of one entry',
    parameters: [FIELD, KEY],
    answer: VIEWS,
    says: `The view; ${NULL_WHEN_UNKNOWN}`,
    example: VIEW_EXAMPLE,
    refusals: { '404': 'UnknownEntry' },
  });
}
