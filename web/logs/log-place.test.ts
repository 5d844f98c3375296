import { expect, it } from 'vitest';
import { logPlace, logsPath, logsText } from './log-place.ts';

const window = { from: 1_795_824_000_000, to: 1_795_824_900_000 };

it.each([
  [{ ...window, of: 'all', name: '' }, '1795824000000-1795824900000'],
  [{ ...window, of: 'unit', name: 'app@1.service' }, '1795824000000-1795824900000/unit/app@1.service'],
  [{ ...window, of: 'container', name: 'a/b c' }, '1795824000000-1795824900000/container/a/b c'],
] as const)('%j is %s', (place, text) => {
  expect(logsText(place)).toBe(text);
  expect(logPlace(text)).toEqual(place);
});

it.each([
  '',
  'x',
  '1-2',
  '1795824900000-1795824000000',
  '1795824000000-1795824900000/host/x',
  `1-100000/unit/${'x'.repeat(256)}`,
])('%j names nothing', (text) => {
  expect(logPlace(text)).toBeNull();
});

it('asks for what was chosen', () => {
  const place = { ...window, of: 'container', name: 'a&b' } as const;
  expect(logsPath(place, 'info', 'x=1')).toBe(
    'api/logs?from=1795824000000&to=1795824900000&priority=info&container=a%26b&grep=x%3D1',
  );
});
