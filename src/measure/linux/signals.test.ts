import { expect, it } from 'vitest';
import { signalOfExit } from './signals.ts';

it.each([
  [129, 'SIGHUP'],
  [134, 'SIGABRT'],
  [137, 'SIGKILL'],
  [139, 'SIGSEGV'],
  [143, 'SIGTERM'],
  [159, 'SIGSYS'],
  [0, null],
  [1, null],
  [128, null],
  [160, null],
  [255, null],
])('the exit code %i stands for the signal %s', (code, name) => {
  expect(signalOfExit(code)).toBe(name);
});
