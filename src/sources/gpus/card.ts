/** What is known of a graphics card at one moment; null where it does not tell. */
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
  /** What was looked for, where there is none. */
  absent: string;
  /** What has not answered yet, so that there may be cards still; null as a rule. */
  awaited: string | null;
}
