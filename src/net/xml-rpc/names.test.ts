import { expect, it } from 'vitest';
import { plugins } from '../../measure/plugins/index.ts';
import { isListed } from './names.ts';

it('lists the 28 plugins that every Glances client loads', () => {
  const names = plugins.map(({ name }) => name).filter(isListed);
  expect(names.sort()).toEqual([
    'alert',
    'amps',
    'containers',
    'core',
    'cpu',
    'diskio',
    'folders',
    'fs',
    'gpu',
    'help',
    'ip',
    'libversion',
    'load',
    'mem',
    'memswap',
    'network',
    'now',
    'percpu',
    'ports',
    'processcount',
    'processlist',
    'programlist',
    'quicklook',
    'sensors',
    'system',
    'uptime',
    'version',
    'wifi',
  ]);
});
