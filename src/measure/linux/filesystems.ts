import { eachLine } from './bytes.ts';

/** Types of file systems that live on a device: the lines of /proc/filesystems without `nodev`. ZFS is marked `nodev`. */
export function parseFilesystems(bytes: Uint8Array): Set<string> {
  const types = new Set<string>();
  eachLine(bytes, (cursor) => {
    const [first = '', second] = cursor.restOfLine().split(/\s+/);
    if (second === undefined && first !== '' && first !== 'nodev') types.add(first);
  });
  return types;
}
