import type { NvmlApi, NvmlDevice, NvmlResult } from './api.ts';

type Argument = number | bigint | Buffer;
type Call = (...args: Argument[]) => Promise<number>;

const NAME_BYTES = 96;
/** `NVML_TEMPERATURE_GPU`. */
const OF_CHIP = 0;

/**
 * Binds the library at `path`. Rejects if koffi is missing or does not run here, or the library does not load or lacks a function.
 * Results are written into little-endian buffers, as on all machines with such cards.
 */
export async function bindNvml(path: string): Promise<NvmlApi> {
  const { default: koffi } = await import('koffi');
  const library = koffi.load(path);
  const bind = (name: string, ...parameters: string[]): Call => {
    const call = library.func(name, 'int', parameters);
    return (...args) =>
      new Promise((resolve, reject) => {
        call.async(...args, (error: Error | null, code: number) => (error ? reject(error) : resolve(code)));
      });
  };
  const init = bind('nvmlInit_v2');
  const shutdown = bind('nvmlShutdown');
  const count = bind('nvmlDeviceGetCount_v2', 'void *');
  const device = bind('nvmlDeviceGetHandleByIndex_v2', 'uint', 'void *');
  const name = bind('nvmlDeviceGetName', 'uintptr_t', 'void *', 'uint');
  const memory = bind('nvmlDeviceGetMemoryInfo', 'uintptr_t', 'void *');
  const utilization = bind('nvmlDeviceGetUtilizationRates', 'uintptr_t', 'void *');
  const temperature = bind('nvmlDeviceGetTemperature', 'uintptr_t', 'int', 'void *');
  const fanSpeed = bind('nvmlDeviceGetFanSpeed', 'uintptr_t', 'void *');

  return {
    init: () => init(),
    shutdown: () => shutdown(),
    count: () => filled(4, (out) => count(out), readNumber),
    device: (index) =>
      filled<NvmlDevice>(
        8,
        (out) => device(index, out),
        (out) => out.readBigUInt64LE(0),
      ),
    name: (of) => filled(NAME_BYTES, (out) => name(of, out, NAME_BYTES), readText),
    // nvmlMemory_t: total, free, used
    memory: (of) =>
      filled(
        24,
        (out) => memory(of, out),
        (out) => ({ total: readSize(out, 0), used: readSize(out, 16) }),
      ),
    // nvmlUtilization_t: gpu, memory
    utilization: (of) => filled(8, (out) => utilization(of, out), readNumber),
    temperature: (of) => filled(4, (out) => temperature(of, OF_CHIP, out), readNumber),
    fanSpeed: (of) => filled(4, (out) => fanSpeed(of, out), readNumber),
  };
}

/** Calls with a buffer that lives until the call returns, however late. */
async function filled<T>(
  bytes: number,
  call: (out: Buffer) => Promise<number>,
  read: (out: Buffer) => T,
): Promise<NvmlResult<T>> {
  const out = Buffer.alloc(bytes);
  const code = await call(out);
  return { code, value: read(out) };
}

const readNumber = (out: Buffer): number => out.readUInt32LE(0);
const readSize = (out: Buffer, at: number): number => Number(out.readBigUInt64LE(at));

function readText(out: Buffer): string {
  const end = out.indexOf(0);
  return out.toString('utf8', 0, end === -1 ? out.length : end);
}
