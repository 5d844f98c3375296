/** Combines several engines: one that fails keeps its machines for a while and affects no other. */
import { explain } from '../../../core/explain.ts';
import { Unsupported } from '../../../core/plugin.ts';
import type { Vm, VmEngine } from './fields.ts';

type Notice = (topic: string, text: string | null) => void;

/**
 * Returns a function that reads all engines concurrently and returns their machines in engine order. An engine's last reply replaces
 * a failed one. Rejects without any reply so far, with `Unsupported` if no engine is installed or none has anything to read.
 */
export function createEngineReader(engines: readonly VmEngine[], notice: Notice): () => Promise<EngineVms[]> {
  const known = new Map<VmEngine, readonly Vm[]>();

  /** Its failure, or null. */
  const refresh = async (engine: VmEngine): Promise<unknown> => {
    try {
      const vms = await engine.read();
      if (vms === null) known.delete(engine);
      else known.set(engine, vms);
      return null;
    } catch (error) {
      return error;
    }
  };

  return async () => {
    const failures = await Promise.all(engines.map(refresh));
    const faults = failures.filter((failure) => failure !== null);
    const isSilent = known.size === 0;
    engines.forEach(({ name }, index) => {
      const failure = failures[index] ?? null;
      notice(name, isSilent || failure === null ? null : explain(failure));
    });
    if (isSilent && faults.length > 0) {
      const Failure = faults.every((fault) => fault instanceof Unsupported) ? Unsupported : Error;
      throw new Failure(faults.map(explain).join('; '));
    }
    if (isSilent)
      throw new Unsupported(
        'neither virsh nor multipass is in /usr/bin, /usr/local/bin or /snap/bin: install libvirt-clients or multipass to see virtual machines',
      );
    return engines.flatMap((engine) => {
      const vms = known.get(engine);
      return vms === undefined ? [] : [{ engine, vms }];
    });
  };
}

export interface EngineVms {
  engine: VmEngine;
  vms: readonly Vm[];
}
