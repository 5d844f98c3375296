/** Clouds: firmware identification and metadata requests. */
import { type CloudMachine, type Metadata, metadataText } from './metadata.ts';

/** Files of /sys/class/dmi/id, and the first bytes of /sys/hypervisor/uuid. */
export interface Firmware {
  sys_vendor: string;
  product_name: string;
  product_uuid: string;
  bios_vendor: string;
  bios_version: string;
  chassis_asset_tag: string;
  hypervisor_uuid: string;
}

export interface Platform {
  name: string;
  matches(firmware: Firmware): boolean;
  /** Advice when the server does not answer; it continues the message. */
  hint?: string;
  ask(metadata: Metadata): Promise<CloudMachine>;
}

const LINK_LOCAL = 'http://169.254.169.254';
const lastPart = (path: string | undefined): string | undefined => path?.split('/').at(-1);

/** Members that have a value. */
const known = (machine: Record<keyof CloudMachine, string | undefined>): CloudMachine =>
  Object.fromEntries(Object.entries(machine).filter(([, value]) => value !== undefined));

/** docs.aws.amazon.com: "Use the Instance Metadata Service", version 2. */
const ec2: Platform = {
  name: 'Amazon EC2',
  matches: ({ sys_vendor, bios_vendor, bios_version, product_uuid, hypervisor_uuid }) =>
    sys_vendor === 'Amazon EC2' ||
    bios_vendor === 'Amazon EC2' ||
    // Older Xen machines.
    (/^ec2/i.test(hypervisor_uuid) && bios_version.includes('amazon')) ||
    (/^ec2/i.test(product_uuid) && bios_version.includes('amazon')),
  hint: '; where the agent runs in a container, the hop limit of the instance metadata must be at least 2',
  async ask({ put, value }) {
    const token = await put(`${LINK_LOCAL}/latest/api/token`, {
      'x-aws-ec2-metadata-token-ttl-seconds': '60',
    });
    const header = { 'x-aws-ec2-metadata-token': metadataText(token) ?? '' };
    const of = (path: string) => value(`${LINK_LOCAL}/latest/meta-data/${path}`, header);
    const [id, name, type, region] = await Promise.all(
      ['ami-id', 'instance-id', 'instance-type', 'placement/availability-zone'].map(of),
    );
    return known({ id, name, type, region });
  },
};

/** cloud.google.com: "View and query VM metadata". */
const google: Platform = {
  name: 'Google Compute Engine',
  matches: ({ product_name }) => product_name === 'Google Compute Engine',
  async ask({ value }) {
    const of = (path: string) =>
      value(`http://metadata.google.internal/computeMetadata/v1/instance/${path}`, {
        'metadata-flavor': 'Google',
      });
    const [id, name, type, zone] = await Promise.all(['id', 'name', 'machine-type', 'zone'].map(of));
    return known({ id, name, type: lastPart(type), region: lastPart(zone) });
  },
};

/** learn.microsoft.com: "Azure Instance Metadata Service"; the tag distinguishes Azure from other Hyper-V hosts. */
const azure: Platform = {
  name: 'Microsoft Azure',
  matches: ({ chassis_asset_tag }) => chassis_asset_tag === '7783-7084-3265-9085-8269-3286-77',
  async ask({ document }) {
    const of = await document(`${LINK_LOCAL}/metadata/instance?api-version=2021-02-01`, { metadata: 'true' });
    const compute = (name: string) => of('compute', name);
    return known({
      id: compute('vmId'),
      name: compute('name'),
      type: compute('vmSize'),
      region: compute('location'),
    });
  },
};

/** docs.openstack.org: "Metadata service". */
const openstack: Platform = {
  name: 'OpenStack',
  matches: ({ sys_vendor, product_name, chassis_asset_tag }) =>
    /^OpenStack (Nova|Compute)/.test(product_name) ||
    sys_vendor === 'OpenStack Foundation' ||
    ['OpenTelekomCloud', 'HUAWEICLOUD', 'SAP CCloud VM'].includes(chassis_asset_tag),
  async ask({ document }) {
    const of = await document(`${LINK_LOCAL}/openstack/latest/meta_data.json`);
    return known({
      id: of('project_id'),
      name: of('name'),
      type: of('meta', 'role'),
      region: of('availability_zone'),
    });
  },
};

/** docs.digitalocean.com: "Droplet Metadata API". */
const digitalOcean: Platform = {
  name: 'DigitalOcean',
  matches: ({ sys_vendor }) => sys_vendor === 'DigitalOcean',
  async ask({ document }) {
    const of = await document(`${LINK_LOCAL}/metadata/v1.json`);
    return known({ id: of('droplet_id'), name: of('hostname'), type: undefined, region: of('region') });
  },
};

/** docs.hetzner.cloud: "Server Metadata". */
const hetzner: Platform = {
  name: 'Hetzner Cloud',
  matches: ({ sys_vendor }) => sys_vendor === 'Hetzner',
  async ask({ value }) {
    const of = (path: string) => value(`${LINK_LOCAL}/hetzner/v1/metadata/${path}`);
    const [id, name, region] = await Promise.all(['instance-id', 'hostname', 'availability-zone'].map(of));
    return known({ id, name, type: undefined, region });
  },
};

export const PLATFORMS: readonly Platform[] = [ec2, google, azure, openstack, digitalOcean, hetzner];
