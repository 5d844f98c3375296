/** Graphics cards that only a library of their vendor knows. */
export interface Graphics {
  /**
   * The cards of this machine, from NVIDIA's management library (NVML). Never rejects: the answer says what is
   * wrong. A driver that hangs is not asked again until it has answered, and holds up nobody.
   */
  nvml(timeoutMs: number): Promise<NvmlAnswer>;
}

export type NvmlAnswer =
  | { state: 'ok'; cards: NvmlCard[] }
  /**
   * `absent`: the library is not installed; `unusable`: it cannot be loaded into this process, though other programs
   * may use it; `refused`: the driver has answered with an error; `late`: it has not answered in time.
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
