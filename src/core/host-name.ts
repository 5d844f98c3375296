import type { Host } from './host.ts';

/** From the plugin system: in a container the kernel gives the container's name, not the host's. */
export const hostName = (host: Host): string =>
  (host.isLocal ? null : host.readText('/etc/hostname')) ??
  host.readText('/proc/sys/kernel/hostname') ??
  'localhost';
