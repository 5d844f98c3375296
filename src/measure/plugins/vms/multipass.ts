import type { Host } from '../../../core/host.ts';
import { findProgram } from '../shared/find-program.ts';
import type { Vm, VmEngine } from './fields.ts';

const LIMITS = { timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024 };
const VERSION_MS = 600_000;

/** States in which an instance runs; in a delayed shutdown it still does. */
const ACTIVE = new Set(['running', 'starting', 'restarting', 'delayed shutdown']);

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const itemOf = (value: unknown, index: number): unknown => (Array.isArray(value) ? value[index] : undefined);

/** Multipass writes some numbers as text. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Instances of Multipass: `info --format json`. */
export function createMultipass(host: Host): VmEngine {
  let version: string | null = null;
  let versionSince: number | null = null;

  const ask = async (program: string, command: string): Promise<Json> => {
    const { code, stdout, stderr, failure } = await host.run([program, command, '--format', 'json'], LIMITS);
    if (failure !== null) throw new Error(failure);
    if (code !== 0) throw new Error(`multipass: ${stderr.trim().split('\n')[0] || `exit code ${code}`}`);
    return parseObject(stdout);
  };

  const learnVersion = async (program: string): Promise<void> => {
    const now = host.clock.monotonic();
    if (versionSince !== null && now - versionSince < VERSION_MS) return;
    version = textOf((await ask(program, 'version'))['multipass']);
    versionSince = now;
  };

  return {
    name: 'multipass',
    isActive: (status) => ACTIVE.has(status),
    async read() {
      const program = findProgram(host, 'multipass');
      if (program === null) return null;
      const { info } = await ask(program, 'info');
      if (typeof info !== 'object' || info === null)
        throw new Error('multipass: its answer holds no instances (info)');
      await learnVersion(program);
      return Object.entries(objectOf(info)).map(([name, instance]) =>
        vmOf(name, objectOf(instance), version),
      );
    },
  };
}

function parseObject(text: string): Json {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    throw new Error('multipass: its answer is not JSON');
  }
}

function vmOf(name: string, instance: Json, version: string | null): Vm {
  const memory = objectOf(instance['memory']);
  return {
    name,
    id: textOf(instance['image_hash']) ?? '',
    status: (textOf(instance['state']) ?? 'unknown').toLowerCase(),
    release: textOf(instance['release']) ?? textOf(instance['image_release']),
    cpu_count: Math.trunc(numberOf(instance['cpu_count']) ?? 1),
    cpu_time: null,
    memory_usage: numberOf(memory['used']),
    memory_total: numberOf(memory['total']),
    load_1min: numberOf(itemOf(instance['load'], 0)),
    load_5min: numberOf(itemOf(instance['load'], 1)),
    load_15min: numberOf(itemOf(instance['load'], 2)),
    ipv4: textOf(itemOf(instance['ipv4'], 0)),
    engine: 'multipass',
    engine_version: version,
  };
}
