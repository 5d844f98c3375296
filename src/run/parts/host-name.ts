import type { Host } from '../../core/host.ts';

/** As the plugin system has it: the kernel tells a container its own name, not that of the host it watches. */
export const hostName = (host: Host): string =>
  (host.isLocal ? null : host.readText('/etc/hostname')) ??
  host.readText('/proc/sys/kernel/hostname') ??
  'localhost';
