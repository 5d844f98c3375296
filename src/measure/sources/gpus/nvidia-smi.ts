/** NVIDIA's program, if the library cannot be loaded. */
import type { Host, NvmlCard } from '../../../core/host.ts';

const FIELDS = ['memory.used', 'memory.total', 'utilization.gpu', 'temperature.gpu', 'fan.speed'] as const;
const ARGV = [
  'nvidia-smi',
  `--query-gpu=index,name,${FIELDS.join(',')}`,
  '--format=csv,noheader,nounits',
] as const;
/** It takes seconds if it must start the driver. */
const LIMITS = { timeoutMs: 5000, maxBytes: 64 * 1024 };
const MIB = 1024 ** 2;

export type SmiAnswer = { cards: NvmlCard[] } | { reason: string };

export async function runNvidiaSmi(host: Host): Promise<SmiAnswer> {
  const { code, stdout, stderr, failure } = await host.run(ARGV, LIMITS);
  if (failure !== null) return { reason: failure };
  if (code === 0) return { cards: readSmiCsv(stdout) };
  const [said = ''] = `${stderr}\n${stdout}`.trim().split('\n');
  return { reason: `nvidia-smi failed: ${said.slice(0, 200)}` };
}

/** Cards from a table of index, name and FIELDS; memory in MiB. `[N/A]` and similar are null, other lines are skipped. */
export function readSmiCsv(csv: string): NvmlCard[] {
  return csv
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
    .filter((cells) => cells.length >= FIELDS.length + 2 && /^\d+$/.test(cells[0] ?? ''))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map((cells) => {
      const [used = null, total = null, utilization = null, temperature = null, fanSpeed = null] = cells
        .slice(-FIELDS.length)
        .map(numberOf);
      const name = cells.slice(1, -FIELDS.length).join(', ');
      return {
        name: name === '' || name.startsWith('[') ? null : name,
        memoryUsed: used === null ? null : used * MIB,
        memoryTotal: total === null ? null : total * MIB,
        utilization,
        temperature,
        fanSpeed,
        problem: null,
      };
    });
}

const numberOf = (cell: string): number | null => (/^\d{1,12}(\.\d+)?$/.test(cell) ? Number(cell) : null);
