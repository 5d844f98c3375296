import { type Reason, SaidError, say, together } from '../../../core/said.ts';
import { createNameFilter, nameFilterOptions } from '../../../core/name-filter.ts';
import { flagOption, FOR_CLIENTS, integerOption, withoutEffect } from '../../../core/options.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { processes } from '../../sources/processes/processes.ts';
import { fields, type Vm, type VmEngine } from './fields.ts';
import { createMultipass } from './multipass.ts';
import { createVirsh } from './virsh.ts';
import type { SortKey } from '../../../core/process-order.ts';
import { explained } from '../../../core/explain.ts';

const { show, hide } = nameFilterOptions();
const options = {
  show,
  hide,
  all: flagOption(false, 'Also show stopped machines.'),
  max_name_size: withoutEffect(
    integerOption(20, 'Characters of a name that user interfaces show.'),
    FOR_CLIENTS,
  ),
};

/** Virtual machines of libvirt (virsh) and Multipass. */
export default definePlugin({
  name: 'vms',
  shape: 'list',
  key: 'name',
  description: 'Virtual machines.',
  weight: 'heavy',
  // Each program has ten seconds per question.
  deadline: 25,
  fields,
  options,
  decorate: (views, items) => ({
    ...views,
    show_engine_name: new Set(items.map(({ engine }) => engine)).size > 1,
  }),
  create({ host, options: own, notice, instance }) {
    if (!host.isLocal)
      throw new Unsupported(
        say(
          'virtual machines cannot be seen below --rootfs: virsh and multipass are programs of the host; run the agent there',
        ),
      );
    const filter = createNameFilter({ show: own.show, hide: own.hide, alias: new Map() });
    const readEngines = createEngineReader([createMultipass(host), createVirsh(host)], notice);
    const inOrder = createOrder();
    const scan = instance(processes);
    const isServed = ({ engine }: EngineVms, { status }: Vm): boolean => own.all || engine.isActive(status);
    return {
      async read() {
        const all = (await readEngines()).flatMap((answer) =>
          answer.vms.filter((vm) => isServed(answer, vm)),
        );
        const served = all.filter(({ name }) => filter.serves(name));
        notice('hidden', filter.whyEmpty(all.length, served.length, 'machines'));
        return inOrder(withUniqueNames(served), scan.order());
      },
    };
  },
});

/** Copies with unique names: duplicates get their engine appended. */
function withUniqueNames(vms: readonly Vm[]): Vm[] {
  const names = new Set<string>();
  return vms.map((vm) => {
    let { name } = vm;
    while (names.has(name)) name += `@${vm.engine}`;
    names.add(name);
    return { ...vm, name };
  });
}

interface Ranked {
  vm: Vm;
  cpu: number;
  memory: number;
}

const byCpu = (a: Ranked, b: Ranked): number => b.cpu - a.cpu;
const byMemory = (a: Ranked, b: Ranked): number => b.memory - a.memory;
const byName = (a: Ranked, b: Ranked): number => (a.vm.name < b.vm.name ? -1 : a.vm.name > b.vm.name ? 1 : 0);

/** Sorted like containers: by the key of processes if machines have it, otherwise by CPU. */
function orderOf(key: SortKey): (a: Ranked, b: Ranked) => number {
  if (key === 'name') return byName;
  if (key === 'memory_percent') return (a, b) => byMemory(a, b) || byCpu(a, b);
  return (a, b) => byCpu(a, b) || byMemory(a, b);
}

/** Returns a function that sorts virtual machines. CPU is the time since the previous call; unknown values come last. */
export function createOrder(): (vms: readonly Vm[], key: SortKey) => Vm[] {
  let before = new Map<string, number>();
  return (vms, key) => {
    const used = ({ name, cpu_time: time }: Vm): number =>
      time === null ? -1 : Math.max(0, time - (before.get(name) ?? time));
    const ranked = vms.map((vm) => ({ vm, cpu: used(vm), memory: vm.memory_usage ?? -1 }));
    before = new Map(vms.flatMap(({ name, cpu_time }) => (cpu_time === null ? [] : [[name, cpu_time]])));
    return ranked.toSorted(orderOf(key)).map(({ vm }) => vm);
  };
}

type Notice = (topic: string, reason: Reason | null) => void;

/**
 * Returns a function that reads all engines concurrently and returns their machines in engine order. An engine's last reply replaces
 * a failed one. Rejects without any reply so far, with `Unsupported` if no engine is installed or none has anything to read.
 */
function createEngineReader(engines: readonly VmEngine[], notice: Notice): () => Promise<EngineVms[]> {
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
      notice(name, isSilent || failure === null ? null : explained(failure));
    });
    const reason = together(faults.map(explained));
    if (isSilent && reason !== null) {
      const Failure = faults.every((fault) => fault instanceof Unsupported) ? Unsupported : SaidError;
      throw new Failure(reason);
    }
    if (isSilent)
      throw new Unsupported(
        say(
          'neither virsh nor multipass is in /usr/bin, /usr/local/bin or /snap/bin: install libvirt-clients or multipass to see virtual machines',
        ),
      );
    return engines.flatMap((engine) => {
      const vms = known.get(engine);
      return vms === undefined ? [] : [{ engine, vms }];
    });
  };
}

interface EngineVms {
  engine: VmEngine;
  vms: readonly Vm[];
}
