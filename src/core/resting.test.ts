import { expect, it } from 'vitest';
import { plugins } from '../measure/plugins/index.ts';
import { canRest } from './resting.ts';

it('are those of which nothing is recorded or judged, and the heavy ones', () => {
  const light = plugins.filter(({ weight }) => weight !== 'heavy');
  expect(light.filter(canRest).map(({ name }) => name)).toEqual([
    'alert',
    'cloud',
    'core',
    'help',
    'ip',
    'libversion',
    'now',
    'system',
    'uptime',
    'version',
  ]);
  expect(plugins.filter(({ weight }) => weight === 'heavy').every(canRest)).toBe(true);
});
