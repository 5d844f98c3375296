import { createNameFilter, nameFilterOptions } from '../../../core/name-filter.ts';
import { flagOption, FOR_CLIENTS, integerOption, withoutEffect } from '../../../core/options.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { processes } from '../../sources/processes/processes.ts';
import { fields, type Vm } from './fields.ts';
import { createMultipass } from './multipass.ts';
import { createOrder } from './order.ts';
import { createEngineReader, type EngineVms } from './read-engines.ts';
import { createVirsh } from './virsh.ts';

const { show, hide } = nameFilterOptions();
const options = {
  show,
  hide,
  all: flagOption(false, 'Show machines that do not run, too.'),
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
        'virtual machines cannot be seen below --rootfs: virsh and multipass are programs of the host; run the agent there',
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
