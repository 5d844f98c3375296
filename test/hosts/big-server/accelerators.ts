/** Graphics cards, processors for neural networks and for video: one of each kind, more than any machine has. */
import { counted } from './model.ts';
import type { Step } from './model.ts';
import type { Tree } from '../../../scripts/support/tree.ts';

const DRM = 'sys/class/drm';
const GPU_ADDRESS = 'fb000000.gpu';
/** The process `solver` computes on the ARM card. */
const COMPUTING_PID = 2003;

export function composeAccelerators(step: Step): Tree {
  return new Map([...composeCards(step), ...composeArmUse(step), ...composeNpus(), ...composeVideo(step)]);
}

function composeCards(step: Step): Tree {
  return new Map([
    [`${DRM}/version`, 'drm 1.1.0 20060810\n'],
    // of the board's management, which tells nothing
    [`${DRM}/card0/device/uevent`, 'DRIVER=ast\nPCI_ID=1A03:2000\n'],
    ...lines(`${DRM}/card1/device`, {
      gpu_busy_percent: step === 1 ? 40 : 92,
      device: '0x744c',
      revision: '0xc8',
      mem_info_vram_total: 25_753_026_560,
      mem_info_vram_used: 19_314_769_920,
      'hwmon/hwmon10/temp1_input': 61_000,
      'hwmon/hwmon10/temp2_input': 75_000,
      'power/runtime_status': 'active',
      uevent: 'DRIVER=amdgpu',
    }),
    ...lines(`${DRM}/card2/device`, {
      gpu_busy_percent: 0,
      device: '0x744c',
      revision: '0xc8',
      'power/runtime_status': 'suspended',
      uevent: 'DRIVER=amdgpu',
    }),
    ...lines(`${DRM}/card10`, {
      gt_act_freq_mhz: step === 1 ? 300 : 350,
      gt_max_freq_mhz: 1300,
      'device/vendor': '0x8086',
      'device/device': '0x56c0',
      'device/uevent': 'DRIVER=i915',
    }),
    ...lines(`${DRM}/card11/device`, {
      uevent: 'DRIVER=panthor',
      profiling: 3,
      'hwmon/hwmon11/temp1_input': 48_000,
    }),
    ['usr/share/libdrm/amdgpu.ids', '1.0.0\n744C,\tC8,\tAMD Radeon RX 7900 XTX\n'],
    ['usr/share/misc/pci.ids', '8086  Intel Corporation\n\t56c0  ATS-M [Data Center GPU Flex 170]\n'],
  ]);
}

/** 30 % of the time, a quarter of its memory. */
function composeArmUse(step: Step): Tree {
  const use =
    `pos:\t0\nflags:\t02100002\ndrm-driver:\tpanthor\ndrm-client-id:\t7\ndrm-pdev:\t${GPU_ADDRESS}\n` +
    'drm-total-memory:\t4096 KiB\ndrm-resident-memory:\t1024 KiB\n' +
    `drm-engine-panthor:\t${counted(step, 500_000_000, 600_000_000)} ns\n`;
  return new Map([
    [`proc/${COMPUTING_PID}/fdinfo/0`, 'pos:\t0\nflags:\t0100000\nmnt_id:\t25\n'],
    [`proc/${COMPUTING_PID}/fdinfo/9`, use],
    [`proc/${COMPUTING_PID}/fdinfo/10`, use],
  ]);
}

function composeNpus(): Tree {
  return new Map([
    ...lines('sys/class/accel/accel1/device', {
      vendor: '0x8086',
      device: '0x7d1d',
      npu_current_frequency_mhz: 1050,
      npu_max_frequency_mhz: 1400,
      'hwmon/hwmon12/temp1_input': 46_500,
      'hwmon/hwmon12/power1_input': 3_200_000,
    }),
    ...lines('sys/bus/pci/drivers/amdxdna/0000:c6:00.1', { device: '0x17f0', 'accel/accel0/dev': '261:0' }),
    ...lines('sys/class/devfreq/c6-xdna', { cur_freq: 800_000_000, max_freq: 1_200_000_000 }),
    ...lines('sys/class/devfreq/fdab0000.npu', { cur_freq: 700_000_000, max_freq: 1_000_000_000 }),
    ['sys/class/devfreq/fdab0000.npu/device/of_node/compatible', 'rockchip,rk3588-rknpu\0'],
    ['proc/device-tree/model', 'Big Server\0'],
    ['sys/kernel/debug/rknpu/load', 'NPU load:  Core0: 30%, Core1: 15%, Core2:  0%,\n'],
  ]);
}

function composeVideo(step: Step): Tree {
  const engine = (device: string, load: string, utilization: string): string =>
    `${device.padEnd(25)} load: ${load.padStart(6)}% utilization: ${utilization.padStart(6)}%\n`;
  return new Map([
    ['proc/mpp_service/load_interval', '1000\n'],
    [
      'proc/mpp_service/load',
      engine('fdbd0000.rkvenc', step === 1 ? '40.00' : '41.50', '40.12') +
        engine('fdc38100.rkvdec-core', '12.00', '11.90') +
        engine('fdc48100.rkvdec-core', '0.00', '0.00') +
        engine('fdb90000.jpegd', '0.00', '0.00'),
    ],
    ['proc/mpp_service/sessions-summary', 'session: pid=2003 index=3\n device: fdbd0000.rkvenc\n'],
  ]);
}

const lines = (folder: string, files: Readonly<Record<string, string | number>>): Tree =>
  new Map(Object.entries(files).map(([name, value]) => [`${folder}/${name}`, `${value}\n`]));
