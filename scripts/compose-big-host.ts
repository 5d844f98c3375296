/**
 * Writes the big server of the tests, test/hosts/big-server/{1,2}: a machine larger and odder than the ones at hand,
 * made up in the formats of the kernel. Change it here, never in the files; a test compares both.
 *
 *     npx tsx scripts/compose-big-host.ts
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { composeBigHost } from './compose-big-host/host.ts';
import { STEPS } from './compose-big-host/model.ts';
import { writeTree } from './support/tree.ts';

for (const step of STEPS) {
  const folder = fileURLToPath(new URL(`../test/hosts/big-server/${step}`, import.meta.url));
  const tree = composeBigHost(step);
  rmSync(folder, { recursive: true, force: true });
  writeTree(folder, tree);
  console.log(`${folder}: ${tree.size} files.`);
}
