/** Keys of the sections, in the order of the help, and the list of those that are not shown. */
import type { Entry } from '../parts/entry.ts';
import { flip, toggle } from '../parts/key.ts';

declare module '../state/view.ts' {
  interface Panels {
    missing: true;
  }
}

export const sectionsEntry: Entry = {
  panel: 'missing',
  keys: [
    flip('1', 'cores one by one', 'percpu', 'Show or hide'),
    toggle('n', 'network', 'network'),
    toggle('d', 'disks', 'diskio'),
    toggle('f', 'file systems', 'fs'),
    toggle('s', 'sensors', 'sensors'),
    toggle('G', 'graphics cards', 'gpu'),
    toggle('7', 'neural processors', 'npu'),
    toggle('8', 'video engines', 'mpp'),
    toggle('R', 'RAID', 'raid'),
    toggle('r', 'disk health', 'smart'),
    toggle('W', 'Wi-Fi', 'wifi'),
    toggle('P', 'reachable hosts', 'ports'),
    toggle('A', 'applications', 'amps'),
    toggle('K', 'connections', 'connections'),
    toggle('Q', 'interrupts', 'irq'),
    toggle('C', 'cloud', 'cloud'),

    flip('b', 'network in bits or bytes', 'bits'),
    flip('B', 'disks in operations', 'iops', 'How values are shown', 'latency'),
    flip('L', 'disks in time per operation', 'latency', 'How values are shown', 'iops'),
    flip('F', 'free space in place of used', 'freeSpace'),
    flip('T', 'network both ways in one', 'networkSum'),
    flip('U', 'network since the start', 'networkTotal'),
    flip('6', 'graphics cards as one', 'meanGpu'),
  ],
};
