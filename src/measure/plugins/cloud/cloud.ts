import { say } from '../../../core/said.ts';
import { text } from '../../../core/fields.ts';
import type { Host } from '../../../core/host.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { createChecks } from '../shared/checks.ts';
import { createMetadata, type CloudMachine } from './metadata.ts';
import { type Firmware, type Platform, PLATFORMS } from './platforms.ts';

/** These facts hardly change while a machine runs. */
const KEEP_MS = 3_600_000;
const DMI = '/sys/class/dmi/id';
const sparse = { sparse: true } as const;

const fields = {
  platform: text('Name of the cloud.', { metric: { info: 'platform' } }),
  id: text('Image the machine was made from, or its own number or project, as the cloud has it.', {
    ...sparse,
    metric: { info: 'id' },
  }),
  name: text('Name of the machine.', { ...sparse, metric: { info: 'name' } }),
  type: text('Type or size of the machine.', { ...sparse, metric: { info: 'type' } }),
  region: text('Region or zone it runs in.', { ...sparse, metric: { info: 'region' } }),
};

function readFirmware(host: Host): Firmware {
  const read = (path: string): string => host.readText(path)?.trim() ?? '';
  const names = [
    'sys_vendor',
    'product_name',
    'product_uuid',
    'bios_vendor',
    'bios_version',
    'chassis_asset_tag',
  ] as const;
  const entries = names.map((name) => [name, read(`${DMI}/${name}`)]);
  return { ...Object.fromEntries(entries), hypervisor_uuid: read('/sys/hypervisor/uuid') } as Firmware;
}

function platformOf(firmware: Firmware): Platform {
  const platform = PLATFORMS.find(({ matches }) => matches(firmware));
  if (platform) return platform;
  const { sys_vendor, product_name } = firmware;
  const named = [sys_vendor, product_name].filter((word) => word !== '').join(' ');
  throw new Unsupported(
    named === ''
      ? say('not a cloud machine that is known: {path} has no names of vendor and product', { path: DMI })
      : say('not a cloud machine that is known: {path} says "{named}"', { path: DMI, named }),
  );
}

/** The cloud instance, from the metadata server, if the firmware identifies a cloud. */
export default definePlugin({
  name: 'cloud',
  shape: 'object',
  description: 'Metadata from the cloud provider.',
  refresh: 120,
  fields,
  create({ host, refresh, notice, again }) {
    const platform = platformOf(readFirmware(host));
    const metadata = createMetadata(host);
    const checks = createChecks({ clock: host.clock, again, concurrency: 1 });
    let machine: CloudMachine | null = null;
    let knownSince = Number.NEGATIVE_INFINITY;

    const ask = async (): Promise<void> => {
      if (host.clock.monotonic() - knownSince < KEEP_MS) return;
      const answer = await platform.ask(metadata);
      if (answer.id === undefined && answer.name === undefined)
        throw new Error('its answers hold neither an id nor a name');
      machine = answer;
      knownSince = host.clock.monotonic();
    };
    const check = checks.add(refresh, ask);

    return {
      read() {
        checks.step();
        const { failure } = check;
        const words = `the metadata server of ${platform.name} tells nothing: ${failure}${platform.hint ?? ''}`;
        notice('metadata', failure === null ? null : words);
        return machine === null ? null : { platform: platform.name, ...machine };
      },
    };
  },
});
