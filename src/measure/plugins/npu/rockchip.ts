import type { Reason } from '../../../core/said.ts';
import type { Host } from '../../../core/host.ts';
import { parseRknpuLoad } from '../../linux/rknpu-load.ts';
import { namesLike } from '../../sources/sysfs.ts';
import { devfreqFolder, devfreqSpeeds, type Npu } from './reading.ts';
import { orNull } from '../../../core/or-null.ts';

const DEBUG = '/sys/kernel/debug/rknpu';
const TREE = '/proc/device-tree';
const MAKER = 'rockchip,';
const NAMES: Readonly<Record<string, string>> = { 'rockchip,rk3588-rknpu': 'Rockchip RK3588 RKNPU' };

const HIDDEN = `the load of Rockchip's NPU is in ${DEBUG}/load, which only root can read, with debugfs mounted: run the agent as root to see it`;

/** Rockchip's NPU, known by the driver's folder or by the device tree; null: none. */
export function readRockchipNpu(
  host: Host,
  notice: (topic: string, reason: Reason | null) => void,
): Npu | null {
  const folder = devfreqFolder(host, /npu/i);
  const kind = firstText(host, `${folder}/device/of_node/compatible`);
  const hasDriver = namesLike(host, DEBUG, /./).length > 0;
  const isPresent = namesLike(host, TREE, /./).length > 0 && (hasDriver || kind?.startsWith(MAKER) === true);
  notice('npu-load', isPresent && !hasDriver ? HIDDEN : null);
  if (!isPresent) return null;
  return {
    // The spelling that clients know.
    id: 'rockship_1',
    name: NAMES[kind ?? ''] ?? firstText(host, `${TREE}/model`) ?? 'Rockchip NPU',
    load: readLoad(host),
    ...devfreqSpeeds(host, folder),
    temperature: null,
    power: null,
  };
}

/** Returns the first text of a file of the device tree: texts end with NUL, several in a row. */
function firstText(host: Host, path: string): string | null {
  const text = host.readText(path)?.split('\0')[0]?.trim();
  return text === undefined || text === '' ? null : text;
}

function readLoad(host: Host): number | null {
  return orNull(() => parseRknpuLoad(host.read(`${DEBUG}/load`)));
}
