/** The few functions of NVML (nvml.h) that are used. Each call runs in a thread of libuv, so none blocks this one. */

/** Return code of a call, 0 for success, and its value, which means something only then. */
export interface NvmlResult<T> {
  code: number;
  value: T;
}

/** A card, as the library hands it out. */
export type NvmlDevice = bigint;

export interface NvmlMemory {
  total: number;
  used: number;
}

export interface NvmlApi {
  init(): Promise<number>;
  shutdown(): Promise<number>;
  count(): Promise<NvmlResult<number>>;
  device(index: number): Promise<NvmlResult<NvmlDevice>>;
  name(device: NvmlDevice): Promise<NvmlResult<string>>;
  memory(device: NvmlDevice): Promise<NvmlResult<NvmlMemory>>;
  utilization(device: NvmlDevice): Promise<NvmlResult<number>>;
  temperature(device: NvmlDevice): Promise<NvmlResult<number>>;
  fanSpeed(device: NvmlDevice): Promise<NvmlResult<number>>;
}
