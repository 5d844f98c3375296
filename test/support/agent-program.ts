/** The command line of the built agent. */
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../bin/gander', import.meta.url));

/** An option of Node.js: the agent starts with code that is compiled. */
const COMPILED = ['--require', fileURLToPath(new URL('compiled-code.cjs', import.meta.url))] as const;

/** @param nodeArgv further options of Node.js */
export const agentProgram = (nodeArgv: readonly string[] = []): string[] => [
  process.execPath,
  ...COMPILED,
  ...nodeArgv,
  PROGRAM,
];
