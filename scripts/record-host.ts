/**
 * Records this machine for the tests, in one archive: <step>/{proc,sys,etc,…} with time.json, statfs.json and
 * addresses.json. Names, addresses and secrets are replaced; read the result before you publish it.
 *
 *     npx tsx scripts/record-host.ts OUT.txtar [--steps 2] [--interval 2]
 */
import { existsSync, writeFileSync } from 'node:fs';
import { hostname, machine, release } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAddressMap } from './record-host/addresses.ts';
import { ArgumentError, parseRecordArguments } from './record-host/arguments.ts';
import type { RecordOptions } from './record-host/arguments.ts';
import { nameUsers } from './record-host/scrub.ts';
import { readBytes, takeSnapshot } from './record-host/snapshot.ts';
import { formatArchive } from './support/archive.ts';
import { entriesOf } from './support/recording.ts';
import type { Tree } from './support/tree.ts';

async function record({ out, steps, interval }: RecordOptions): Promise<void> {
  if (existsSync(out)) throw new ArgumentError(`${out} exists; name a new file.`);
  const users = nameUsers(readBytes('/etc/passwd') ?? '');
  const identity = { hostName: hostname(), users, addresses: createAddressMap() };
  const start = performance.now();
  const trees: Tree[] = [];
  for (let step = 1; step <= steps; step++) {
    await sleep(start + (step - 1) * interval * 1000 - performance.now());
    const tree = await takeSnapshot(identity);
    trees.push(tree);
    console.log(`Step ${step}: ${tree.size} files.`);
  }
  const comment = `Linux ${release()} on ${machine()}, recorded by scripts/record-host.ts every ${interval} s.\n`;
  writeFileSync(out, formatArchive({ comment, entries: entriesOf(trees) }), { flag: 'wx' });
}

try {
  await record(parseRecordArguments(process.argv.slice(2)));
  // A mount that never answers keeps a thread busy, which must not keep the recorder from ending.
  process.exit(0);
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error;
  console.error(error.message);
  process.exit(2);
}
