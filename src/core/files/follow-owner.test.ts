import { chownSync, linkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { openAppendFile } from './append-file.ts';
import { nodeDisk } from './disk.ts';

const SERVICE = 12_345;
const ownerOf = (path: string): number => statSync(path).uid;

it.skipIf(process.geteuid?.() !== 0)(
  'root makes files and folders for the service that owns the folder',
  async () => {
    const state = temporaryTree();
    await (await openAppendFile(join(state, 'of-root'))).close();
    expect(ownerOf(join(state, 'of-root'))).toBe(0);
    chownSync(state, SERVICE, SERVICE);
    await nodeDisk.mkdir(join(state, 'archive/events'));
    await (await openAppendFile(join(state, 'archive/events/log'))).close();
    for (const made of ['archive', 'archive/events', 'archive/events/log'])
      expect(ownerOf(join(state, made)), made).toBe(SERVICE);
    // A file of root from elsewhere stays with root.
    writeFileSync(join(state, 'secret'), '');
    linkSync(join(state, 'secret'), join(state, 'archive/lured'));
    await (await openAppendFile(join(state, 'archive/lured'))).close();
    expect(ownerOf(join(state, 'secret'))).toBe(0);
  },
);
