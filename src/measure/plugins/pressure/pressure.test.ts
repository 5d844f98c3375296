import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import pressure from './pressure.ts';

/** On a machine that is no guest. */
const rest = { use: () => () => ({ isGuest: false }), notice: () => {} };
const LINES = 'some avg10=1.00 avg60=2.00 avg300=3.00 total=4000\n';

it('does not look again for a resource that this kernel does not know', () => {
  const recorded = createRecordedHost(new Map([['proc/pressure/cpu', LINES]]));
  const paths: string[] = [];
  const host = {
    ...recorded,
    read(path: string) {
      paths.push(path.replace('/proc/pressure/', ''));
      return recorded.read(path);
    },
  };
  const { read } = pressure.create({ host, ...rest } as never);
  expect(read()).toMatchObject([{ resource: 'cpu', some_avg10: 1, some_time: 4 }]);
  read();
  expect(paths).toEqual(['cpu', 'io', 'irq', 'memory', 'cpu']);
});

it('looks for all of them each time where the kernel tells of none', () => {
  const recorded = createRecordedHost(new Map());
  const { read } = pressure.create({ host: recorded, ...rest } as never);
  expect(read).toThrow('psi=1');
  recorded.useTree(new Map([['proc/pressure/memory', LINES]]));
  expect(read()).toMatchObject([{ resource: 'memory' }]);
});
