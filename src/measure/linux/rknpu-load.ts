import { decode } from './bytes.ts';

/**
 * Usage of Rockchip's NPU in percent, from /sys/kernel/debug/rknpu/load: the mean of its cores (`NPU load:  Core0: 30%, Core1:
 * 15%,`), or the single number of older drivers (`NPU load:  8%`). Null for anything else.
 */
export function parseRknpuLoad(bytes: Uint8Array): number | null {
  const text = decode(bytes);
  const cores = [...text.matchAll(/\bCore\d{1,3}:[ \t]{0,8}(\d{1,3})%/g)].map(([, value]) => Number(value));
  if (cores.length > 0) return Math.trunc(cores.reduce((sum, value) => sum + value, 0) / cores.length);
  const only = /NPU load:[ \t]{0,8}(\d{1,3})%/.exec(text)?.[1];
  return only === undefined ? null : Number(only);
}
