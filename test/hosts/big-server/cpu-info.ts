import type { Tree } from '../../../scripts/support/tree.ts';
import { CORES, range } from './model.ts';
import type { Step } from './model.ts';
import { createRandom } from './random.ts';

const SOCKETS = 2;
const PHYSICAL_CORES = CORES / 2;
const MIN_KHZ = 800_000;
const MAX_KHZ = 3_500_000;
const CPU_FOLDER = 'sys/devices/system/cpu';

/** Thread `cpu` and `cpu + 32` share a core; even ones are in socket 0. */
function placeOf(cpu: number): { socket: number; core: number; siblings: string } {
  const first = cpu % PHYSICAL_CORES;
  return {
    socket: first % SOCKETS,
    core: Math.floor(first / SOCKETS),
    siblings: `${first},${first + PHYSICAL_CORES}`,
  };
}

/** Current clock rates in kHz: other ones at each step, whole MHz. */
function currentKhz(step: Step): number[] {
  const random = createRandom(20 + step);
  return range(CORES).map(() => random.integer(800, 3500) * 1000);
}

/** `/proc/cpuinfo` and the files of `/sys/devices/system/cpu`. */
export function composeCpuInfo(step: Step): Tree {
  const rates = currentKhz(step);
  const tree: Tree = new Map([['proc/cpuinfo', rates.map(composeStanza).join('')]]);
  for (const name of ['online', 'possible', 'present']) tree.set(`${CPU_FOLDER}/${name}`, `0-${CORES - 1}\n`);
  rates.forEach((khz, cpu) => {
    addTopology(tree, cpu);
    addFrequencies(tree, `${CPU_FOLDER}/cpu${cpu}/cpufreq`, khz);
    addFrequencies(tree, `${CPU_FOLDER}/cpufreq/policy${cpu}`, khz);
  });
  return tree;
}

function addTopology(tree: Tree, cpu: number): void {
  const { socket, core, siblings } = placeOf(cpu);
  const folder = `${CPU_FOLDER}/cpu${cpu}/topology`;
  tree.set(`${folder}/core_cpus_list`, `${siblings}\n`);
  tree.set(`${folder}/thread_siblings_list`, `${siblings}\n`);
  tree.set(`${folder}/core_id`, `${core}\n`);
  tree.set(`${folder}/physical_package_id`, `${socket}\n`);
}

function addFrequencies(tree: Tree, folder: string, khz: number): void {
  tree.set(`${folder}/scaling_cur_freq`, `${khz}\n`);
  tree.set(`${folder}/scaling_min_freq`, `${MIN_KHZ}\n`);
  tree.set(`${folder}/scaling_max_freq`, `${MAX_KHZ}\n`);
}

function composeStanza(khz: number, cpu: number): string {
  const { socket, core } = placeOf(cpu);
  const apic = socket * 64 + core * 2 + Math.floor(cpu / PHYSICAL_CORES);
  const lines: [string, string | number][] = [
    ['processor\t', cpu],
    ['vendor_id\t', 'GenuineIntel'],
    ['cpu family\t', 6],
    ['model\t\t', 106],
    ['model name\t', 'Intel(R) Xeon(R) Gold 6326 CPU @ 2.90GHz'],
    ['stepping\t', 6],
    ['microcode\t', '0xd0003f5'],
    ['cpu MHz\t\t', (khz / 1000).toFixed(3)],
    ['cache size\t', '24576 KB'],
    ['physical id\t', socket],
    ['siblings\t', PHYSICAL_CORES],
    ['core id\t\t', core],
    ['cpu cores\t', PHYSICAL_CORES / SOCKETS],
    ['apicid\t\t', apic],
    ['initial apicid\t', apic],
    ['fpu\t\t', 'yes'],
    ['fpu_exception\t', 'yes'],
    ['cpuid level\t', 27],
    ['wp\t\t', 'yes'],
    [
      'flags\t\t',
      'fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat ht syscall nx lm aes avx2 avx512f',
    ],
    ['bugs\t\t', 'spectre_v1 spectre_v2 spec_store_bypass swapgs mmio_stale_data eibrs_pbrsb gds bhi'],
    ['bogomips\t', '5800.00'],
    ['clflush size\t', 64],
    ['cache_alignment\t', 64],
    ['address sizes\t', '46 bits physical, 57 bits virtual'],
  ];
  return `${lines.map(([name, value]) => `${name}: ${value}\n`).join('')}power management:\n\n`;
}
