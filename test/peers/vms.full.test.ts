/** Virtual machines of the real virsh, with the test hypervisor that libvirt brings: it runs inside virsh itself. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serveLive } from '../support/live-agent.ts';
import { configFile, lacking, output, scratchFolder } from '../support/live-tools.ts';

interface Vm {
  name: string;
  [field: string]: unknown;
}

const NAMES = ['plain', 'a  b; id \'q\' "ä" = x', '--all', '; id && $(id) `id`', '7'];

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const domain = (name: string, index: number): string =>
  `<domain type="test"><name>${escaped(name)}</name><uuid>0000000${index}-069d-41b5-9b65-ef3461d46653</uuid>` +
  `<memory unit="KiB">${(index + 1) * 1024}</memory><vcpu>${index + 1}</vcpu><os><type>hvm</type></os>` +
  `<title>${escaped(`Machine ${index} = "ü"`)}</title></domain>`;

describe.skipIf(lacking('virtual machines of the real virsh', { programs: ['virsh'] }) !== null)(
  'virsh',
  () => {
    const scratch = scratchFolder();
    afterAll(() => scratch.remove());

    it('shows its domains, whatever they are called', async () => {
      const hypervisor = join(scratch.path, 'node.xml');
      writeFileSync(hypervisor, `<node>${NAMES.map(domain).join('')}</node>`);
      const uri = `test://${hypervisor}`;
      const config = configFile(scratch.path, { vms: { show: '.*' } });
      const agent = await serveLive({ argv: ['-C', config], env: { LIBVIRT_DEFAULT_URI: uri } });
      try {
        const vms = await agent.get<Vm[]>('/vms');
        expect(vms.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
        NAMES.forEach((name, index) => {
          const id = output(
            'virsh',
            '-c',
            uri,
            'domid',
            '--domain',
            `0000000${index}-069d-41b5-9b65-ef3461d46653`,
          ).trim();
          expect(vms.find((vm) => vm.name === name)).toMatchObject({
            key: 'name',
            id,
            status: 'running',
            release: `Machine ${index} = "ü"`,
            cpu_count: index + 1,
            engine: 'virsh',
            engine_version: /hypervisor: (.*)/.exec(output('virsh', '-c', uri, 'version'))?.[1],
          });
        });
        expect(await agent.plugin('vms')).toMatchObject({ state: 'ok', reason: null });
      } finally {
        await agent.stop();
      }
    });

    it('says what to do when libvirt does not answer', async () => {
      const agent = await serveLive({
        env: { LIBVIRT_DEFAULT_URI: 'qemu+unix:///system?socket=/nonexistent/sock' },
      });
      try {
        expect(await agent.get('/vms')).toEqual([]);
        const { state, reason } = await agent.plugin('vms');
        expect(state).toBe('unsupported');
        expect(reason).toMatch(/virsh: .*\/nonexistent\/sock.*: start libvirtd, or set LIBVIRT_DEFAULT_URI/);
      } finally {
        await agent.stop();
      }
    });
  },
);
