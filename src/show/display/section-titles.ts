/** Section headings of page and terminal, by plugin or part. */
import { plainTitle } from './series-names.ts';
import { localName, type Phrase } from './language.ts';

export const SECTION_TITLES: ReadonlyMap<string, Phrase> = new Map(
  Object.entries<Phrase>({
    alert: 'Alerts',
    amps: 'Applications',
    cgroups: 'Control groups',
    cloud: 'Cloud',
    connections: 'TCP connections',
    containers: 'Containers',
    cpu: 'CPU',
    diskio: 'Disks',
    diskload: 'Disk load',
    folders: 'Folders',
    fs: 'File systems',
    gpu: 'GPUs',
    ip: 'Addresses',
    irq: 'Interrupts',
    load: 'Load',
    mem: 'Memory',
    memswap: 'Swap',
    mpp: 'Video engines',
    network: 'Network',
    npu: 'NPUs',
    percpu: 'Cores',
    ports: 'Reachable hosts',
    processcount: 'Number of processes',
    processlist: 'Processes',
    programlist: 'Programs',
    quicklook: 'Map of the cores',
    raid: 'RAID',
    rail: 'Left column',
    sensors: 'Sensors',
    smart: 'Disk health',
    system: 'System',
    tcp: 'TCP segments',
    units: 'Units',
    uptime: 'Uptime',
    vms: 'Virtual machines',
    wifi: 'Wi-Fi',
  }),
);

export const sectionTitle = (name: string): string => localName(SECTION_TITLES.get(name) ?? plainTitle(name));
