import { expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { Notes } from '../../history/notes/notes.ts';
import { parseCommandLine } from '../cli/parse.ts';
import type { Run } from './run.ts';
import { CompositionEnd, ServersEnd } from './serve-parts.ts';
import { openServingMachine } from './serving-machine.ts';

function open() {
  const closers: (() => unknown)[] = [];
  const env = { HOME: temporaryTree(), XDG_STATE_HOME: temporaryTree() };
  const opening = openServingMachine({
    process: { env, pid: 1 },
    command: parseCommandLine(['-w']),
    log: { write: () => {} },
    life: { watch: () => {}, onReload: () => {}, atEnd: (close: () => unknown) => void closers.push(close) },
  } as unknown as Run);
  return { opening, end: () => Promise.all(closers.map((close) => close())) };
}

it('stops the servers first, then parts beside what is none yet, when the process ends', async () => {
  const { opening, end } = open();
  const { parts } = await opening;
  const told: string[] = [];
  const isOpen = () => parts.states().some(({ name, state }) => name === Notes.name && state === 'open');
  parts.get(ServersEnd).atStop(() => told.push(`servers, notes open: ${isOpen()}`));
  parts.get(CompositionEnd).atStop(() => told.push('composition'));
  await end();
  expect(told).toEqual(['servers, notes open: true', 'composition']);
  expect(isOpen()).toBe(false);
});

it('stops parts that open when the signal comes', async () => {
  const { opening, end } = open();
  await end();
  const { parts } = await opening;
  expect(parts.states().filter(({ state }) => !['stopped', 'off'].includes(state))).toEqual([]);
});
