/** Alerts, events, forecasts and log lines. */
import type { JsonObject } from '../../../core/served.ts';
import { LOG_PRIORITIES } from '../../../explain/logs/log-lines.ts';
import { memberOf } from '../../../core/members.ts';
import { spanQuery } from '../../../history/routes/range-query.ts';
import { flag, integer, listOf, number, orNull, text } from '../../../core/shape.ts';
import { choiceQuery, textQuery } from '../../../http/route/query.ts';
import { orNothing, rowsIn, withQuery } from '../asker.ts';
import { timeText } from '../plain.ts';
import { defineTool, entries } from '../tool.ts';

export const alerts = defineTool({
  name: 'alerts',
  title: 'Alerts',
  description:
    'Lists the alerts that stand on a server now, the worst first, with value, threshold and begin.',
  input: {},
  output: {
    alerts: entries('Alerts.', {
      level: text('WARNING or CRITICAL.'),
      type: text('What raises it, such as CPU_TOTAL.'),
      sentence: text('What is wrong.'),
      since: orNull(text('Begin.')),
      value: orNull(number('The value now.')),
      threshold: orNull(number('The threshold that is reached.')),
      series: orNull(text('Id of the series, for the tool history.')),
      programs: listOf(text(), { description: 'Busiest programs meanwhile.' }),
      silenced: flag('Acknowledged or silenced.'),
      parent: orNull(text('Sentence of the alert that explains it.')),
      also: listOf(text(), { description: 'Types with the same cause.' }),
    }),
  },
  lists: ['alerts'],
  limit: 20,
  link: () => '#panel=alerts',
  run: async ({ get }) => ({
    alerts: rowsIn(await get('/api/verdict'), 'alerts').map((row) => ({
      level: row['level'],
      type: row['type'],
      sentence: row['sentence'],
      since: timeText(row['since']),
      value: row['value'],
      threshold: row['threshold'],
      series: row['chart'],
      programs: row['who'],
      silenced: row['silenced'],
      parent: row['parent'],
      also: row['also'],
    })),
  }),
});

export const events = defineTool({
  name: 'events',
  title: 'Events of a time',
  description:
    'Lists what happened on a server in a time, the latest first: alerts that began, restarts, kills, notes of users.',
  input: spanQuery('-1d'),
  output: {
    events: entries('Events.', {
      begin: orNull(text('Begin.')),
      end: orNull(text('End; null: it lasts, or was a moment.')),
      kind: text('Level of an alert, a kind of mark, or note.'),
      text: text('What it was.'),
      programs: listOf(text(), { description: 'Busiest programs of an alert.' }),
    }),
  },
  lists: ['events'],
  limit: 30,
  link: () => '#panel=alerts',
  async run({ get, args: { from, to } }) {
    const found = await get(withQuery('/api/history/events', { from, to }));
    const rows = [
      ...rowsIn(found, 'events').map(eventOf),
      ...rowsIn(found, 'marks').map(markOf),
      ...rowsIn(found, 'notes').map(noteOf),
    ];
    return { events: rows.sort((a, b) => String(b.begin).localeCompare(String(a.begin))) };
  },
});

const eventOf = (row: JsonObject) => ({
  begin: timeText(Number(row['begin']) * 1000),
  end: row['end'] === -1 ? null : timeText(Number(row['end']) * 1000),
  kind: row['state'],
  text: row['sentence'] ?? `${String(row['type'])}, highest ${Number(Number(row['max']).toPrecision(3))}`,
  programs: row['top'],
});
const markOf = ({ kind, time, detail }: JsonObject) => ({
  begin: timeText(time),
  end: null,
  kind,
  text: typeof detail === 'string' ? detail : String(kind),
  programs: [],
});
const noteOf = ({ time, from, text: said }: JsonObject) => ({
  begin: timeText(time ?? from),
  end: null,
  kind: 'note',
  text: said,
  programs: [],
});

export const forecasts = defineTool({
  name: 'forecasts',
  title: 'Forecasts',
  description:
    'Predicts when file systems, inodes, program memory, disks and certificates will be full, worn out or expired.',
  input: {},
  output: {
    forecasts: entries('The earliest first.', {
      kind: text('fs, inodes, programs, wear or certificates.'),
      of: text('Mount point, program, disk or check.'),
      earliest: orNull(text('Earliest time.')),
      likely: orNull(text('Likely time.')),
      latest: orNull(text('Latest time.')),
      used: orNull(number('Current use.')),
      limit: orNull(number('Where it ends.')),
      unit: orNull(text('Of both.')),
    }),
    missing: listOf(text(), { description: 'What cannot be predicted, and why.' }),
  },
  lists: ['forecasts', 'missing'],
  limit: 20,
  async run({ get }) {
    const found = await orNothing(get('/api/forecasts'));
    if (found === null) return { forecasts: [], missing: ['This server makes no forecasts.'] };
    return {
      forecasts: rowsIn(found, 'forecasts').map((row) => ({
        kind: row['kind'],
        of: row['label'],
        earliest: timeText(row['from']),
        likely: timeText(row['likely']),
        latest: timeText(row['to']),
        used: row['used'],
        limit: row['limit'],
        unit: row['unit'],
      })),
      missing: memberOf(found, 'missing') ?? [],
    };
  },
});

export const logs = defineTool({
  name: 'logs',
  title: 'Log lines',
  description:
    'Reads log lines of the journal, the kernel and containers in a time. Needs the password; an API key does not suffice.',
  input: {
    ...spanQuery('-15m'),
    unit: textQuery('Only of this unit of systemd, such as ssh.service.', { maxLength: 255 }),
    container: textQuery('Only of this container.', { maxLength: 255 }),
    priority: choiceQuery('The least severe lines.', LOG_PRIORITIES, 'warning'),
    grep: textQuery('Only lines with this text.', { maxLength: 200 }),
  },
  output: {
    lines: entries('Equal lines are one, by the time of the first.', {
      time: orNull(text('Time of the first.')),
      last: orNull(text('Time of the last.')),
      name: text('Unit, program or container; empty for the kernel.'),
      priority: orNull(text('Severity; null: the log has none.')),
      text: text('The last of them, secrets masked.'),
      count: integer('Number of lines.'),
    }),
    missing: listOf(text(), { description: 'What could not be read.' }),
  },
  lists: ['lines', 'missing'],
  limit: 30,
  link: ({ from, to }) => `#at=${Math.round((from + to) / 2)}`,
  async run({ get, args: { from, to, unit, container, priority, grep } }) {
    const found = await get(withQuery('/api/logs', { from, to, unit, container, priority, grep }));
    return {
      lines: rowsIn(found, 'lines').map((row) => ({
        time: timeText(row['time']),
        last: timeText(row['last']),
        name: row['name'],
        priority: row['priority'],
        text: row['text'],
        count: row['count'],
      })),
      missing: rowsIn(found, 'sources').flatMap(({ source, reason }) =>
        typeof reason === 'string' ? [`${String(source)}: ${reason}`] : [],
      ),
    };
  },
});
