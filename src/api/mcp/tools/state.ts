/** Which servers there are, whether they are well, and what is not measured. */
import type { Json, JsonObject } from '../../../core/served.ts';
import { memberOf } from '../../../core/members.ts';
import { flag, integer, listOf, number, orNull, text } from '../../../core/shape.ts';
import { LEVELS } from '../../../http/openapi/schema-parts.ts';
import { textQuery } from '../../../http/route/query.ts';
import { orNothing, rowsIn, withQuery } from '../asker.ts';
import { timeText } from '../plain.ts';
import { defineTool, entries } from '../tool.ts';

const LEVEL = orNull(text('OK, CAREFUL, WARNING or CRITICAL; null: nothing is judged.'));

export const hosts = defineTool({
  name: 'hosts',
  title: 'Servers',
  description: 'Lists the servers that can be asked about, the worst first, with the headline of each.',
  input: { q: textQuery('Only servers whose name, tags or texts have these words.', { maxLength: 200 }) },
  output: {
    hosts: entries('Servers.', {
      host: text('Value for the argument host.'),
      name: text('Name.'),
      status: text('ONLINE, SNMP, PROTECTED, OFFLINE or UNKNOWN.'),
      reason: orNull(text('Why it is not online.')),
      level: LEVEL,
      alerts: orNull(number('Alerts that stand; null: it has not said.')),
      sentence: orNull(text('Its headline.')),
      tags: listOf(text(), { description: 'Its groups.' }),
    }),
    total: integer('Number of matching servers.'),
  },
  lists: ['hosts'],
  limit: 25,
  isForAll: true,
  async run({ get, args: { q } }) {
    const page = await orNothing(get(withQuery('/api/servers', { limit: 1000, q })));
    if (page === null) return ownRow(await get('/api/4/system'), await get('/api/verdict'));
    const rows = rowsIn(page, 'servers').map((row) => ({
      host: row['id'],
      name: row['alias'] ?? row['name'],
      status: row['status'],
      reason: row['reason'],
      level: memberOf(row['verdict'], 'level') ?? null,
      alerts: memberOf(row['verdict'], 'alerts') ?? null,
      sentence: memberOf(row['verdict'], 'sentence') ?? null,
      tags: row['tags'],
    }));
    return { total: memberOf(page, 'matching'), hosts: rows.sort((a, b) => badness(b) - badness(a)) };
  },
});

const ownRow = (system: Json, verdict: Json) => {
  const name = memberOf(system, 'hostname') ?? '';
  const level = memberOf(verdict, 'level');
  const row = {
    host: name,
    name,
    status: 'ONLINE',
    reason: null,
    level,
    alerts: rowsIn(verdict, 'alerts').length,
    sentence: memberOf(verdict, 'sentence'),
    tags: [],
  };
  return { total: 1, hosts: [row] };
};

const badness = ({ level, status }: { level: object | Json; status: Json | undefined }): number =>
  (LEVELS as readonly unknown[]).indexOf(level) + (status === 'ONLINE' ? 0 : 2);

export const health = defineTool({
  name: 'health',
  title: 'Health',
  description: 'Says whether a server is well now, with its reasons. Ask this first.',
  input: {},
  output: {
    state: text('ok, alerts, or no-data: nothing can be judged.'),
    level: LEVEL,
    sentence: text('The headline.'),
    reasons: entries('Alerts that stand, the worst first.', {
      level: text('WARNING or CRITICAL.'),
      sentence: text('What is wrong.'),
      since: orNull(text('Begin.')),
      programs: listOf(text(), { description: 'Busiest programs meanwhile.' }),
      silenced: flag('Acknowledged or silenced.'),
    }),
    soon: listOf(text(), { description: 'What will be full or expire.' }),
  },
  lists: ['reasons', 'soon'],
  limit: 10,
  async run({ get }) {
    const verdict = await get('/api/verdict');
    const forecasts = await orNothing(get('/api/forecasts'));
    return {
      state: memberOf(verdict, 'state'),
      level: memberOf(verdict, 'level'),
      sentence: memberOf(verdict, 'sentence'),
      reasons: rowsIn(verdict, 'alerts').map((row) => ({
        level: row['level'],
        sentence: row['sentence'],
        since: timeText(row['since']),
        programs: row['who'],
        silenced: row['silenced'],
      })),
      soon: rowsIn(forecasts, 'forecasts').map(
        ({ label, likely }) => `${String(label)}: likely ${timeText(likely)}`,
      ),
    };
  },
});

export const whyMissing = defineTool({
  name: 'why_missing',
  title: 'Why something is missing',
  description: 'Says why values, parts or whole plugins are not measured on a server, in words.',
  input: {
    plugin: textQuery('Only this plugin, such as sensors.', { maxLength: 60, example: 'sensors' }),
  },
  output: {
    missing: entries('What is missing.', {
      of: text('Plugin, field of a plugin, or part of the program.'),
      state: text('Its state, or: may be null.'),
      reason: orNull(text('Why, and often what to do.')),
    }),
  },
  lists: ['missing'],
  limit: 30,
  async run({ get, args: { plugin } }) {
    const plugins = rowsIn(await get('/api/plugins')).filter(
      ({ name }) => plugin === null || name === plugin,
    );
    const parts = plugin === null ? rowsIn(await orNothing(get('/api/parts'))) : [];
    const missing = [...plugins, ...parts].filter(({ reason }) => typeof reason === 'string');
    return {
      missing: [
        ...missing.map(({ name, state, reason }) => ({ of: name, state, reason })),
        ...(plugin === null ? [] : plugins.flatMap(nullsOf)),
      ],
    };
  },
});

const nullsOf = ({ name, nulls }: JsonObject) =>
  Object.entries(nulls ?? {}).map(([field, reason]) => ({
    of: `${String(name)}/${field}`,
    state: 'may be null',
    reason,
  }));
