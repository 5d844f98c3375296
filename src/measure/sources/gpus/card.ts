/** Reading of a graphics card; null: no value. */
import type { Said } from '../../../core/said.ts';
export interface Gpu {
  /** `amd0`: its maker and its number among the cards of this maker. */
  id: string;
  name: string;
  /** Use, percent. */
  proc: number | null;
  /** Memory in use, percent. */
  mem: number | null;
  /** Degrees Celsius. */
  temperature: number | null;
  /** Percent of the fan's full speed. */
  fanSpeed: number | null;
}

/** Cards at one moment. */
export interface GpuSample {
  /** By maker (NVIDIA, AMD, Intel, ARM) and then number. */
  gpus: Gpu[];
  /** Searched places without a card. */
  absent: Said;
  /** A source that has not replied yet and may still have cards; usually null. */
  awaited: string | null;
}
