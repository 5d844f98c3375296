/** Why a server was slow, what changed, and what a past moment was like. */
import type { Json } from '../../../core/served.ts';
import { isObject, memberOf } from '../../../core/members.ts';
import { anyObject, listOf, number, orNull, text } from '../../../core/shape.ts';
import { integerQuery, listQuery, timeQuery } from '../../../http/route/query.ts';
import { spanQuery } from '../../../history/routes/range-query.ts';
import { rowsIn, withQuery } from '../asker.ts';
import { timeText } from '../plain.ts';
import { defineTool, entries } from '../tool.ts';

const SPAN = spanQuery('-15m');
const AT = timeQuery('The moment: a date, or an age such as -6h.', '-1m', '-6h');
const textsOf = (value: Json, list: string) => rowsIn(value, list).map((row) => row['text']);
const happenedIn = (value: Json) =>
  rowsIn(value, 'happened').map(({ time, kind, text: said }) => ({ time: timeText(time), kind, text: said }));
const HAPPENED = entries('Alerts, restarts and notes of the time.', {
  time: orNull(text('Time.')),
  kind: text('What it is.'),
  text: text('A sentence.'),
});
const WINDOW = { from: orNull(text('Begin of the time.')), to: orNull(text('Its end.')) };
const windowOf = (found: Json) => {
  const window = memberOf(found, 'window');
  return { from: timeText(memberOf(window, 'from')), to: timeText(memberOf(window, 'to')) };
};

export const explain = defineTool({
  name: 'explain',
  title: 'Why it was slow',
  description:
    'Explains why a server was slow in a time: the cause, the evidence, and the programs behind it. Use it for "why is it slow" ' +
    'and "what happened at 3 am". The cause is none where nothing was unusual.',
  input: {
    ...SPAN,
    alert: integerQuery('Id of an alert, whose time is explained instead.', { minimum: 1 }),
  },
  output: {
    ...WINDOW,
    cause: text('The cause; none: no rule holds.'),
    sentence: text('Cause, time, culprit and evidence.'),
    evidence: entries('What supports it.', {
      series: text('Id, for the tool history.'),
      text: text('The value in words.'),
    }),
    others: listOf(text(), { description: 'Further causes that hold, the strongest first.' }),
    programs: listOf(text(), { description: 'Programs that used more than usual.' }),
    happened: HAPPENED,
    missing: listOf(text(), { description: 'What was not measured.' }),
  },
  lists: ['evidence', 'happened', 'others', 'programs', 'missing'],
  limit: 8,
  link: ({ from, to }) => `#at=${Math.round((from + to) / 2)}`,
  async run({ get, args: { from, to, alert } }) {
    const found = await get(withQuery('/api/explain', alert === null ? { from, to } : { alert }));
    const verdict = memberOf(found, 'verdict');
    return {
      ...windowOf(found),
      cause: memberOf(verdict, 'cause'),
      sentence: memberOf(verdict, 'sentence'),
      evidence: rowsIn(verdict, 'evidence').map(({ series, text: said }) => ({ series, text: said })),
      others: rowsIn(found, 'others').map(({ sentence }) => sentence),
      programs: textsOf(found, 'who'),
      happened: happenedIn(found),
      missing: memberOf(found, 'missing'),
    };
  },
});

export const whatChanged = defineTool({
  name: 'what_changed',
  title: 'What changed',
  description:
    'Lists what was unlike the time before and unlike the same hour of earlier days: values, programs, events. Use it where explain finds no cause.',
  input: SPAN,
  output: {
    ...WINDOW,
    changed: entries('Series, the most unusual first.', {
      series: text('Id, for the tool history.'),
      text: text('The change in words.'),
      began: orNull(text('Begin.')),
      score: number('How unusual.'),
    }),
    programs: listOf(text(), { description: 'Programs that used more than usual.' }),
    happened: HAPPENED,
  },
  lists: ['changed', 'programs', 'happened'],
  limit: 12,
  link: ({ from, to }) => `#at=${Math.round((from + to) / 2)}`,
  async run({ get, args: { from, to } }) {
    const found = await get(withQuery('/api/explain', { from, to }));
    return {
      ...windowOf(found),
      changed: rowsIn(found, 'changed').map(({ series, text: said, began, score }) => ({
        series,
        text: said,
        began: timeText(began),
        score,
      })),
      programs: textsOf(found, 'who'),
      happened: happenedIn(found),
    };
  },
});

const USUAL_PLUGINS: readonly string[] = [
  'cpu',
  'load',
  'mem',
  'memswap',
  'pressure',
  'fs',
  'diskio',
  'network',
];

export const moment = defineTool({
  name: 'moment',
  title: 'A past moment',
  description: 'Shows the values of a server at a moment: averages over the minute that contains it.',
  input: {
    at: AT,
    plugins: listQuery('Only these plugins, such as cpu and fs; default: the main ones.', {
      most: 20,
      maxLength: 60,
    }),
  },
  output: {
    time: orNull(text('Begin of what the values are averages over.')),
    seconds: number('Its length.'),
    values: entries('Values.', {
      plugin: text('Name of the plugin.'),
      item: orNull(text('Disk, mount point, interface, …; null where there is one object.')),
      values: anyObject('By field; units: gander://declarations.'),
    }),
  },
  lists: ['values'],
  limit: 60,
  link: ({ at }) => `#at=${at}`,
  async run({ get, args: { at, plugins } }) {
    const found = await get(withQuery('/api/history/moment', { at }));
    const wanted = plugins.length === 0 ? USUAL_PLUGINS : plugins;
    const rows = wanted.flatMap((plugin) => {
      const one = memberOf(memberOf(found, 'objects'), plugin);
      const items = memberOf(memberOf(memberOf(found, 'lists'), plugin), 'items');
      return [
        ...(isObject(one) ? [{ plugin, item: null, values: one }] : []),
        ...Object.entries(isObject(items) ? items : {}).map(([item, values]) => ({ plugin, item, values })),
      ];
    });
    const step = memberOf(found, 'step');
    return { time: timeText(memberOf(found, 'time')), seconds: Number(step) / 1000, values: rows };
  },
});

const RESOURCES = ['cpu', 'memory', 'io', 'faults', 'swap'] as const;

export const top = defineTool({
  name: 'top',
  title: 'Top programs of a moment',
  description:
    'Lists the programs that used most CPU, memory and disk in the minute of a moment, also a past one.',
  input: {
    at: AT,
    by: listQuery('Only these resources; default: cpu, memory, io.', { choices: RESOURCES }),
  },
  output: {
    time: orNull(text('End of the minute; null: no programs are recorded of it.')),
    programs: entries('Programs, by resource.', {
      by: text('cpu: percent of a core; memory, swap: bytes; io: bytes per second; faults: per second.'),
      name: text('Name of the program.'),
      value: number('Its use.'),
      unit: orNull(text('Unit of systemd.')),
      container: orNull(text('Container.')),
    }),
  },
  lists: ['programs'],
  limit: 30,
  link: ({ at }) => `#at=${at}`,
  async run({ get, args: { at, by } }) {
    const found = await get(withQuery('/api/history/top', { at }));
    const wanted: readonly string[] = by.length === 0 ? RESOURCES.slice(0, 3) : by;
    return {
      time: timeText(memberOf(found, 'time')),
      programs: wanted.flatMap((one) => rowsIn(found, one).map((row) => ({ by: one, ...row }))),
    };
  },
});
