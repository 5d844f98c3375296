/** The used functions of NVML (nvml.h). Each call runs in a libuv thread and does not block. */

/** Return code of a call (0: success), and its value, valid on success only. */
export interface NvmlResult<T> {
  code: number;
  value: T;
}

/** Handle of a card. */
export type NvmlDevice = bigint;

interface NvmlMemory {
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
