import type { Host } from '../../../core/host.ts';
import { roundedPercent } from '../../linux/round.ts';
import type { Gpu } from './card.ts';
import type { DrmCard } from './drm-cards.ts';
import type { GpuNames } from './names.ts';
import { hexIn, numberIn } from '../sysfs.ts';

/** Files that hold the speed now and the highest one, megahertz. */
type SpeedFiles = readonly [now: string, highest: string];

/** Drivers i915 (i915_sysfs.c) and xe (xe_gt_freq.c), which has them per part of the card; the first part draws. */
function speedFiles(card: DrmCard): SpeedFiles | null {
  if (card.files.has('gt_act_freq_mhz'))
    return [`${card.path}/gt_act_freq_mhz`, `${card.path}/gt_max_freq_mhz`];
  if (!card.deviceFiles.has('tile0')) return null;
  const folder = `${card.path}/device/tile0/gt0/freq0`;
  return [`${folder}/act_freq`, `${folder}/max_freq`];
}

export const isIntel = (card: DrmCard): boolean => speedFiles(card) !== null;

/** An Intel card. Without busy time: its frequency relative to the maximum stands for usage. */
export function readIntel(host: Host, names: GpuNames, card: DrmCard, id: string): Gpu {
  const device = `${card.path}/device`;
  const [now = '', highest = ''] = speedFiles(card) ?? [];
  return {
    id,
    name: names.pci(hexIn(host, `${device}/vendor`), hexIn(host, `${device}/device`)) ?? 'Intel GPU',
    proc: roundedPercent(numberIn(host, now), numberIn(host, highest)),
    mem: null,
    temperature: null,
    fanSpeed: null,
  };
}
