/** Current programs: processes, containers, units. */
import type { Json, JsonObject, ServedMember } from '../../../core/served.ts';
import { memberOf } from '../../../core/members.ts';
import { integer, loose, number, orNull, text } from '../../../core/shape.ts';
import { choiceQuery, flagQuery, integerQuery, textQuery } from '../../../http/route/query.ts';
import { type Asker, AskError, orNothing, rowsIn } from '../asker.ts';
import { timeText } from '../plain.ts';
import { defineTool, entries } from '../tool.ts';

type Row = JsonObject;
const amount = (description: string) => orNull(number(description));

const PROCESS = {
  pid: amount('Process id.'),
  name: text('Name of the program.'),
  user: orNull(text('User.')),
  state: orNull(text('R: runs; S: sleeps; D: waits for a device; Z: ended.')),
  cpu_percent: amount('100 is one core.'),
  memory: amount('Resident bytes.'),
  io: amount('Bytes read and written per second; null: not measured.'),
  threads: amount('Number of threads.'),
  unit: orNull(text('Unit of systemd.')),
  container: orNull(text('Container.')),
  parent: amount('Process id of the parent.'),
  started: orNull(text('Start.')),
  arguments: orNull(text('Command line; only if asked for.')),
};

const ARGUMENTS = flagQuery('Show command lines, which may hold secrets. Needs the role operator.');
const ORDERS = ['cpu', 'memory', 'io'] as const;

/** Throws {@link AskError} for callers who may not see them. */
function checkArguments({ seesArguments }: Pick<Asker, 'seesArguments'>, areAsked: boolean): void {
  if (areAsked && !seesArguments)
    throw new AskError(
      'Arguments of processes are shown only to callers with the role operator: set arguments=false',
    );
}

/** Bytes per second since the sample before; the fifth member says whether the counters are known. */
function ioOf(row: Row): number | null {
  const counters = row['io_counters'];
  const seconds = row['time_since_update'];
  if (!Array.isArray(counters) || typeof seconds !== 'number' || seconds <= 0 || counters[4] !== 1)
    return null;
  const [read, written, readBefore, writtenBefore] = counters.map(Number) as [number, number, number, number];
  return Math.max(0, read - readBefore + written - writtenBefore) / seconds;
}

const processOf = (row: Row, hasArguments: boolean) => ({
  pid: row['pid'],
  name: row['name'],
  user: row['username'],
  state: row['status'],
  cpu_percent: row['cpu_percent'],
  memory: memberOf(row['memory_info'], 'rss'),
  io: ioOf(row),
  threads: row['num_threads'],
  unit: row['unit'],
  container: row['container'],
  parent: row['ppid'],
  started: timeText(Number(row['create_time']) * 1000),
  ...(hasArguments && { arguments: argumentsOf(row['cmdline']) }),
});

const argumentsOf = (words: Json | undefined): string | null =>
  Array.isArray(words) ? words.join(' ') : null;
const numberIn = (value: ServedMember): number => (typeof value === 'number' ? value : -1);
const ORDER = {
  cpu: (row: Row) => numberIn(row['cpu_percent']),
  memory: (row: Row) => numberIn(memberOf(row['memory_info'], 'rss')),
  io: (row: Row) => ioOf(row) ?? -1,
};

/** Older agents serve the plain list. */
const processesOf = async ({ get }: Pick<Asker, 'get'>): Promise<Row[]> => {
  const found = await orNothing(get('/api/processes'));
  return found === null ? rowsIn(await get('/api/4/processlist')) : rowsIn(found, 'rows');
};

export const processes = defineTool({
  name: 'processes',
  title: 'Processes',
  description: 'Lists running processes, those that use most first.',
  input: {
    sort: choiceQuery('What they are sorted by.', ORDERS, 'cpu'),
    q: textQuery('Only names, users, units and containers with this text.', { maxLength: 200 }),
    arguments: ARGUMENTS,
  },
  output: {
    total: integer('Number of matching processes.'),
    processes: entries('Processes.', PROCESS),
  },
  lists: ['processes'],
  limit: 15,
  async run(call) {
    const { sort, q, arguments: hasArguments } = call.args;
    checkArguments(call, hasArguments);
    const wanted = (q ?? '').toLowerCase();
    const found = (await processesOf(call)).filter((row) =>
      ['name', 'username', 'unit', 'container'].some((key) =>
        String(row[key] ?? '')
          .toLowerCase()
          .includes(wanted),
      ),
    );
    const shown = found.toSorted((a, b) => ORDER[sort](b) - ORDER[sort](a)).slice(0, call.limit);
    return { total: found.length, processes: shown.map((row) => processOf(row, hasArguments)) };
  },
});

export const process = defineTool({
  name: 'process',
  title: 'One process',
  description: 'Shows one process, its parents and its children.',
  input: {
    pid: integerQuery('Its process id.', { minimum: 0 }),
    arguments: ARGUMENTS,
  },
  output: {
    process: orNull(loose(PROCESS), 'The process; null: it is not there.'),
    related: entries('Parents, the nearest first, then children.', {
      is: text('parent or child.'),
      ...PROCESS,
    }),
  },
  lists: ['related'],
  limit: 15,
  async run(call) {
    const { pid, arguments: hasArguments } = call.args;
    if (pid === null) throw new AskError('pid is missing: the tool processes lists them');
    checkArguments(call, hasArguments);
    const all = await processesOf(call);
    const byPid = new Map(all.map((row) => [row['pid'], row]));
    const found = byPid.get(pid);
    const parents: Row[] = [];
    for (let at = found; at !== undefined && parents.length < 32;) {
      at = byPid.get(at['ppid']);
      if (at !== undefined && !parents.includes(at)) parents.push(at);
      else break;
    }
    const show = (row: Row) => processOf(row, hasArguments);
    return {
      process: found === undefined ? null : show(found),
      related: [
        ...parents.map((row) => ({ is: 'parent', ...show(row) })),
        ...all.filter((row) => row['ppid'] === pid).map((row) => ({ is: 'child', ...show(row) })),
      ],
    };
  },
});

export const containers = defineTool({
  name: 'containers',
  title: 'Containers',
  description: 'Lists containers, those that use most CPU first.',
  input: { q: textQuery('Only names and images with this text.', { maxLength: 200 }) },
  output: {
    containers: entries('Containers.', {
      name: text('Name.'),
      engine: orNull(text('docker, podman or lxd.')),
      status: orNull(text('State, or health.')),
      image: {},
      cpu_percent: amount('100 is one core.'),
      memory: amount('Bytes.'),
      memory_limit: amount('Bytes; null: none.'),
      uptime: orNull(text('Time since its start.')),
    }),
  },
  lists: ['containers'],
  limit: 30,
  async run({ get, args: { q } }) {
    const wanted = (q ?? '').toLowerCase();
    const rows = rowsIn(await get('/api/4/containers'))
      .filter((row) => `${String(row['name'])} ${String(row['image'])}`.toLowerCase().includes(wanted))
      .toSorted((a, b) => numberIn(b['cpu_percent']) - numberIn(a['cpu_percent']));
    return {
      containers: rows.map((row) => ({
        name: row['name'],
        engine: row['engine'],
        status: row['status'],
        image: row['image'],
        cpu_percent: row['cpu_percent'],
        memory: row['memory_usage'],
        memory_limit: row['memory_limit'],
        uptime: row['uptime'],
      })),
    };
  },
});

/** States in which a unit is not well, the worst first. */
const BAD = ['failed', 'activating', 'deactivating'];

export const units = defineTool({
  name: 'units',
  title: 'Units of systemd',
  description: 'Lists services and timers of systemd, failed ones first.',
  input: {
    q: textQuery('Only names with this text.', { maxLength: 200 }),
    failed: flagQuery('Only those that failed.'),
  },
  output: {
    units: entries('Units.', {
      name: text('Name.'),
      state: orNull(text('active, failed, …')),
      sub_state: orNull(text('The state within it.')),
      result: orNull(text('How it ended.')),
      restarts: amount('Times that systemd restarted it.'),
      cpu_percent: amount('100 is one core.'),
      memory: amount('Bytes.'),
    }),
  },
  lists: ['units'],
  limit: 30,
  async run({ get, args: { q, failed } }) {
    const wanted = (q ?? '').toLowerCase();
    const place = ({ state }: { state: Json | undefined }) =>
      BAD.includes(String(state)) ? BAD.indexOf(String(state)) : BAD.length;
    const rows = rowsIn(await get('/api/4/units')).map((row) => ({
      name: row['name'],
      state: row['active_state'],
      sub_state: row['sub_state'],
      result: row['result'],
      restarts: row['restarts'],
      cpu_percent: row['cpu_percent'],
      memory: row['memory'],
    }));
    return {
      units: rows
        .filter(
          ({ name, state }) => String(name).toLowerCase().includes(wanted) && (!failed || state === 'failed'),
        )
        .toSorted((a, b) => place(a) - place(b)),
    };
  },
});
