import { expect, it } from 'vitest';
import type { Host } from '../../core/host.ts';
import { clockProbe } from './index.ts';

/** @param answers of programs, by their names */
const read = (folders: readonly string[], answers: Readonly<Record<string, string>>, isLocal = true) =>
  clockProbe.create({
    isLocal,
    list(path: string) {
      if (!folders.includes(path)) throw new Error('ENOENT');
      return [];
    },
    run: async ([program = '']: readonly string[]) => ({
      code: 0,
      stdout: answers[program] ?? '',
      stderr: '',
    }),
  } as unknown as Host)();

const systemd = '/run/systemd/system';
const tracking = `X,x,2,1.0,-1.25,0,0,0,0,0,0,0,64,Not synchronised\n`;

it.each([
  ['yes', true],
  ['no', false],
])('asks systemd: %s', async (answer, isSynchronized) => {
  expect(await read([systemd], { timedatectl: `${answer}\n` })).toEqual({ isSynchronized, offset: 0 });
});

it('asks chrony first, and systemd where it does not answer', async () => {
  const both = ['/run/chrony', systemd];
  expect(await read(both, { chronyc: tracking })).toEqual({ isSynchronized: false, offset: -1.25 });
  expect(await read(both, { chronyc: '506 Cannot talk to daemon', timedatectl: 'yes' })).toEqual({
    isSynchronized: true,
    offset: 0,
  });
});

it('knows nothing of other machines, and of those without either', async () => {
  expect(await read([systemd], { timedatectl: 'yes' }, false)).toBeNull();
  expect(await read([], { timedatectl: 'yes' })).toBeNull();
  expect(await read([systemd], { timedatectl: 'Failed to connect' })).toBeNull();
});
