/** Graphics cards that only a library of their vendor knows. */
export interface Graphics {
  /**
   * Reads the GPUs of this host with NVIDIA's management library (NVML). Never rejects: the reply has the problem. A hanging
   * driver is not called again until it answers.
   */
  nvml(timeoutMs: number): Promise<NvmlAnswer>;
}

export type NvmlAnswer =
  | { state: 'ok'; cards: NvmlCard[] }
  /**
   * `absent`: not installed; `unusable`: cannot be loaded into this process, although other programs may use it; `refused`: the
   * driver returned an error; `late`: no reply in time.
   */
  | { state: 'absent' | 'unusable' | 'refused' | 'late'; reason: string };

/** One card; null where the library does not tell, which depends on card and driver. */
export interface NvmlCard {
  name: string | null;
  /** Bytes. */
  memoryUsed: number | null;
  memoryTotal: number | null;
  /** Percent of the last sample period in which the card worked. */
  utilization: number | null;
  /** Degrees Celsius. */
  temperature: number | null;
  /** Percent of the fan's full speed. */
  fanSpeed: number | null;
  /** Why nothing can be said of this card, in words; null as a rule. */
  problem: string | null;
}
