import { adopt } from '../../../core/adopt.ts';
import type { Host } from '../../../core/host.ts';
import { either, listOf, loose, mapOf, number, text, texts, type TypeOf } from '../../../core/shape.ts';
import { findProgram } from '../shared/find-program.ts';
import type { Vm, VmEngine } from './fields.ts';

const LIMITS = { timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024 };
const VERSION_MS = 600_000;

/** States in which an instance runs; in a delayed shutdown it still does. */
const ACTIVE = new Set(['running', 'starting', 'restarting', 'delayed shutdown']);

/** Multipass writes some numbers as text. */
const NUMBER = either(number(), text());
const INSTANCE = loose({
  ...texts('image_hash', 'state', 'release', 'image_release'),
  cpu_count: NUMBER,
  memory: loose({ used: NUMBER, total: NUMBER }),
  load: listOf(NUMBER),
  ipv4: listOf(text()),
});
const answerIn = adopt(loose({ multipass: text(), info: mapOf('By name.', INSTANCE) }));

function numberOf(value: number | string = ''): number | null {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** Instances of Multipass: `info --format json`. */
export function createMultipass(host: Host): VmEngine {
  let version: string | null = null;
  let versionSince: number | null = null;

  const ask = async (program: string, command: string) => {
    const { code, stdout, stderr, failure } = await host.run([program, command, '--format', 'json'], LIMITS);
    if (failure !== null) throw new Error(failure);
    if (code !== 0) throw new Error(`multipass: ${stderr.trim().split('\n')[0] || `exit code ${code}`}`);
    return parseAnswer(stdout);
  };

  const learnVersion = async (program: string): Promise<void> => {
    const now = host.clock.monotonic();
    if (versionSince !== null && now - versionSince < VERSION_MS) return;
    version = (await ask(program, 'version')).multipass || null;
    versionSince = now;
  };

  return {
    name: 'multipass',
    isActive: (status) => ACTIVE.has(status),
    async read() {
      const program = findProgram(host, 'multipass');
      if (program === null) return null;
      const { info } = await ask(program, 'info');
      if (info === undefined) throw new Error('multipass: its answer holds no instances (info)');
      await learnVersion(program);
      return Object.entries(info).map(([name, instance]) => vmOf(name, instance, version));
    },
  };
}

function parseAnswer(text: string) {
  try {
    return answerIn(JSON.parse(text)) ?? {};
  } catch {
    throw new Error('multipass: its answer is not JSON');
  }
}

const vmOf = (
  name: string,
  { memory, load = [], ipv4 = [], ...instance }: TypeOf<typeof INSTANCE>,
  version: string | null,
): Vm => ({
  name,
  id: instance.image_hash ?? '',
  status: (instance.state || 'unknown').toLowerCase(),
  release: instance.release || instance.image_release || null,
  cpu_count: Math.trunc(numberOf(instance.cpu_count) ?? 1),
  cpu_time: null,
  memory_usage: numberOf(memory?.used),
  memory_total: numberOf(memory?.total),
  load_1min: numberOf(load[0]),
  load_5min: numberOf(load[1]),
  load_15min: numberOf(load[2]),
  ipv4: ipv4[0] || null,
  engine: 'multipass',
  engine_version: version,
});
