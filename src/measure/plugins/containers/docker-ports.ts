/** Ports as `docker inspect` has them. */
import { arrayOf, objectOf, textOf } from './json.ts';

/** `8080->80/tcp,443/tcp`: each port with the first address it is published on. */
export const portsOf = (ports: unknown): string =>
  Object.entries(objectOf(ports))
    .map(([port, bindings]) => {
      const published = textOf(objectOf(arrayOf(bindings)[0])['HostPort']);
      return published === '' ? port : `${published}->${port}`;
    })
    .join(',');
