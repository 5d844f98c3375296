import type { Phrase } from '../../../core/phrase.ts';
import { type Reason, SaidError, say } from '../../../core/said.ts';
import type { Host } from '../../../core/host.ts';
import { Unsupported } from '../../../core/plugin.ts';
import { findProgram } from '../shared/find-program.ts';
import { createAbsentDaemon } from './absent-daemon.ts';
import type { Vm, VmEngine } from './fields.ts';
import { type DomainRow, parseHypervisor, parseDomainRows, parseStats, stateName } from './virsh-output.ts';

/** libvirt's daemon hangs now and then. */
const LIMITS = { timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024 };

/**
 * One program and connection for all domains, since those dominate the cost. Without the group `vcpu` of domstats, which queries
 * QEMU per core. `--nowait` skips busy domains.
 */
const LIST = 'list --all --uuid --id --name; domstats --nowait --state --cpu-total --balloon';

/** Pause between requests for values that rarely change. */
const DETAILS_MS = 600_000;

interface Details {
  title: string | null;
  cpuCount: number;
}

/** libvirt domains, over a read-only connection. Names are never part of a command: domains are identified by UUID. */
export function createVirsh(host: Host): VmEngine {
  let details = new Map<string, Details>();
  let version: string | null = null;
  let detailsSince: number | null = null;
  const absentDaemon = createAbsentDaemon(host);

  const run = async (program: string, commands: string): Promise<string> => {
    const known = absentDaemon.complaint();
    if (known !== null) throw new Unsupported(advise(known));
    const { code, stdout, stderr, failure } = await host.run([program, '--readonly', commands], LIMITS);
    if (failure !== null) throw new Error(failure);
    if (code === 0 || parseDomainRows(stdout).length > 0) return stdout;
    const said = complaint(stderr) ?? `exit code ${code}`;
    absentDaemon.note(said);
    // Installed clients of libvirt alone do not make a host of virtual machines.
    const Failure = absentDaemon.complaint() === null ? SaidError : Unsupported;
    throw new Failure(advise(said));
  };

  const learn = async (program: string, rows: readonly DomainRow[]): Promise<void> => {
    const now = host.clock.monotonic();
    const isStale = detailsSince === null || now - detailsSince >= DETAILS_MS;
    const asked = isStale ? rows : rows.filter(({ uuid }) => !details.has(uuid));
    if (!isStale && asked.length === 0) return;
    const commands = ['version', ...asked.flatMap(({ uuid }) => detailCommands(uuid))].join('; ');
    // Fails partly if domains have ended.
    const { stdout } = await host.run([program, '--readonly', commands], LIMITS);
    version = parseHypervisor(stdout) ?? version;
    if (isStale) {
      details = new Map();
      detailsSince = now;
    }
    for (const { uuid } of asked) details.set(uuid, parseDetails(stdout, uuid));
  };

  return {
    name: 'virsh',
    isActive: (status) => status !== 'shut off' && status !== 'no state',
    async read() {
      const program = findProgram(host, 'virsh');
      if (program === null) return null;
      const output = await run(program, LIST);
      const rows = parseDomainRows(output);
      if (rows.length === 0 && output.trim() !== '')
        throw new Error('virsh: its list of domains cannot be read');
      await learn(program, rows);
      const stats = parseStats(output);
      return rows.map((row) => vmOf(row, stats.get(row.name), details.get(row.uuid), version));
    },
  };
}

const marker = (uuid: string, what: string): string => `${uuid} ${what}`;

const detailCommands = (uuid: string): string[] => [
  `echo ${marker(uuid, 'title')}`,
  `desc --title ${uuid}`,
  `echo ${marker(uuid, 'cores')}`,
  `vcpucount --active --current ${uuid}`,
];

function parseDetails(output: string, uuid: string): Details {
  const lines = output.split('\n');
  const after = (what: string): string => {
    const at = lines.indexOf(marker(uuid, what));
    return at < 0 ? '' : (lines[at + 1] ?? '').trim();
  };
  const title = after('title');
  const hasTitle = title !== '' && !title.startsWith('No title for domain') && !title.startsWith(uuid);
  return { title: hasTitle ? title : null, cpuCount: Number.parseInt(after('cores'), 10) || 1 };
}

function vmOf(
  { id, name }: DomainRow,
  stats: ReadonlyMap<string, string> = new Map(),
  details: Details = { title: null, cpuCount: 1 },
  version: string | null,
): Vm {
  const number = (key: string, unit: number): number | null => {
    const text = stats.get(key);
    return text !== undefined && /^\d+$/.test(text) ? Math.round(Number(text) * unit) : null;
  };
  return {
    name,
    id,
    status: stateName(stats.get('state.state')),
    release: details.title,
    cpu_count: details.cpuCount,
    // Nanoseconds.
    cpu_time: number('cpu.time', 1e-7),
    // KiB.
    memory_usage: number('balloon.rss', 1024),
    memory_total: number('balloon.maximum', 1024),
    load_1min: null,
    load_5min: null,
    load_15min: null,
    ipv4: null,
    engine: 'virsh',
    engine_version: version,
  };
}

/** virsh's last message, without its prefix. */
const complaint = (stderr: string): string | undefined =>
  stderr
    .split('\n')
    .map((line) => line.replace(/^error: /, '').trim())
    .findLast((line) => line !== '');

const ADVICE: readonly [complaint: RegExp, advice: Phrase][] = [
  [
    /no such file|connection refused/i,
    "start libvirtd, or set LIBVIRT_DEFAULT_URI in the agent's environment",
  ],
  [/permission denied|polkit|authentication/i, "add the agent's user to group libvirt"],
];

function advise(complaint: string): Reason {
  const advice = ADVICE.find(([pattern]) => pattern.test(complaint))?.[1];
  return advice === undefined
    ? `virsh: ${complaint}`
    : say('virsh: {complaint}: {advice}', { complaint, advice: say(advice) });
}
