import type { Host } from '../../../core/host.ts';
import { roundedPercent } from '../../linux/round.ts';
import type { Gpu } from './card.ts';
import type { DrmCard } from './drm-cards.ts';
import type { GpuNames } from './names.ts';
import { hexIn, meanTemperature, numberIn, sensorFiles } from '../sysfs.ts';

/** True for cards of the driver amdgpu that report their use. */
export const isAmd = ({ deviceFiles }: DrmCard): boolean => deviceFiles.has('gpu_busy_percent');

/** Why the use of cards is unknown; null: it can be read. */
export function busyRefused(host: Host, cards: readonly DrmCard[]): string | null {
  const refused = cards.flatMap(({ path, name }) => {
    if (isSuspended(host, `${path}/device`)) return [];
    return numberIn(host, `${path}/device/gpu_busy_percent`) === null ? [name] : [];
  });
  if (refused.length === 0) return null;
  return `the driver amdgpu refuses gpu_busy_percent of ${refused.join(', ')}, so its use is unknown: newer kernels may have it`;
}

const isSuspended = (host: Host, device: string): boolean =>
  host.readText(`${device}/power/runtime_status`) === 'suspended';

/** A card of amdgpu (Documentation/gpu/amdgpu/thermal.rst and driver-misc.rst). */
export function readAmd(host: Host, names: GpuNames, card: DrmCard, id: string): Gpu {
  const device = `${card.path}/device`;
  const name = names.amd(hexIn(host, `${device}/device`), hexIn(host, `${device}/revision`)) ?? 'AMD GPU';
  // Reading its values would switch on a card that has been switched off to save power.
  if (isSuspended(host, device)) return { id, name, proc: 0, mem: null, temperature: null, fanSpeed: null };
  return {
    id,
    name,
    proc: numberIn(host, `${device}/gpu_busy_percent`),
    mem: memoryPercent(host, device),
    temperature: meanTemperature(host, device),
    fanSpeed: null,
  };
}

/** Graphics within a processor use memory of the host (GTT) as their own; a voltage sensor identifies them. */
function memoryPercent(host: Host, device: string): number | null {
  const amount = (area: string, what: string) => numberIn(host, `${device}/mem_info_${area}_${what}`);
  const used = amount('vram', 'used');
  const total = amount('vram', 'total');
  const isIntegrated = sensorFiles(host, device, /^in1_input$/).length > 0;
  const [more, moreTotal] = isIntegrated ? [amount('gtt', 'used'), amount('gtt', 'total')] : [null, null];
  if (used === null || total === null || more === null || moreTotal === null)
    return roundedPercent(used, total);
  return roundedPercent(used + more, total + moreTotal);
}
