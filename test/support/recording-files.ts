/** The files of a recorded machine: a tree in memory, or a directory where a test needs real files (sockets). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Host } from '../../src/core/host.ts';
import { createHttpService } from '../../src/measure/host/http-service.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import { createMessageBus } from '../../src/measure/host/message-bus.ts';
import { textIn } from '../../src/core/text-in.ts';
import { rootedAddresses } from '../../src/measure/host/rooted-addresses.ts';
import type { Tree } from '../../scripts/support/tree.ts';
import { createMemoryFiles } from './memory-files.ts';

export type RecordedFiles = Pick<
  Host,
  | 'read'
  | 'readHead'
  | 'readText'
  | 'open'
  | 'list'
  | 'names'
  | 'readLink'
  | 'addresses'
  | 'service'
  | 'systemBus'
>;

export interface Recording {
  files: RecordedFiles;
  /** True when outcomes of programs are recorded. */
  readonly hasPrograms: boolean;
  /** Recordings beside the files, such as `statfs.json`. */
  attachment(path: string): Buffer | undefined;
}

const BUS = '/run/dbus/system_bus_socket';

export function openRecording(source: string | Tree, clock: Clock): Recording {
  return typeof source === 'string' ? openDirectory(source, clock) : openTree(source, clock);
}

function openDirectory(root: string, clock: Clock): Recording {
  return {
    files: createHost({ root, env: {}, clock }),
    hasPrograms: existsSync(join(root, 'run')),
    attachment: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path)) : undefined),
  };
}

function openTree(tree: Tree, clock: Clock): Recording {
  const { read, list, readLink } = createMemoryFiles(tree);
  const nowhere = (path: string): string => `/nonexistent${path}`;
  const open: Host['open'] = (path) => {
    read(path);
    return { read: () => read(path), close() {} };
  };
  return {
    files: {
      read,
      readHead: (path, bytes) => read(path).subarray(0, bytes),
      readText: (path) => textIn(read, path),
      open,
      list,
      names: list,
      readLink,
      addresses: () => rootedAddresses(read),
      service: (address) => createHttpService(address, nowhere),
      systemBus: () => createMessageBus(BUS, () => nowhere(BUS), clock),
    },
    get hasPrograms() {
      return [...tree.keys()].some((path) => path.startsWith('run/'));
    },
    attachment(path) {
      const content = tree.get(path);
      return typeof content === 'string' ? Buffer.from(content, 'latin1') : undefined;
    },
  };
}
