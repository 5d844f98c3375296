/** Stages of a test run: concurrent programs, each with undivided output and its duration. */
import { spawn } from 'node:child_process';
import { at } from './ensure.js';

const heading = (name, start) =>
  console.log(`\n== ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);

/** Runs a program to its end and prints its output; resolves with its exit code and output. */
export function runStage(name, [program, ...args]) {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: at(), stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
    child.on('error', (error) => said.push(Buffer.from(error.message)));
    child.on('close', (status) => {
      heading(name, start);
      const text = Buffer.concat(said).toString().trim();
      if (text !== '') console.log(text);
      resolve({ status, text });
    });
  });
}

/** The same for a part of this program. */
export async function timeStage(name, run) {
  const start = performance.now();
  await run();
  heading(name, start);
}
