/**
 * Records this machine as a tree of files for the tests: OUT/<step>/{proc,sys,etc,…} with time.json, statfs.json and
 * addresses.json. Names, addresses and secrets are replaced; look through the result before you publish it.
 *
 *     npx tsx scripts/record-host.ts OUT [--steps 2] [--interval 2]
 */
import { existsSync, readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAddressMap } from './record-host/addresses.ts';
import { ArgumentError, parseRecordArguments } from './record-host/arguments.ts';
import type { RecordOptions } from './record-host/arguments.ts';
import { nameUsers } from './record-host/scrub.ts';
import { readBytes, takeSnapshot } from './record-host/snapshot.ts';
import { writeTree } from './support/tree.ts';

async function record({ out, steps, interval }: RecordOptions): Promise<void> {
  if (existsSync(out) && readdirSync(out).length > 0) {
    throw new ArgumentError(`${out} is not empty; name a new folder.`);
  }
  const users = nameUsers(readBytes('/etc/passwd') ?? '');
  const identity = { hostName: hostname(), users, addresses: createAddressMap() };
  const start = performance.now();
  for (let step = 1; step <= steps; step++) {
    await sleep(start + (step - 1) * interval * 1000 - performance.now());
    const tree = await takeSnapshot(identity);
    writeTree(join(out, String(step)), tree);
    console.log(`Step ${step}: ${tree.size} files.`);
  }
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
