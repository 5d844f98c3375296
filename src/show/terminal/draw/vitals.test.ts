import { expect, it } from 'vitest';
import { showOn } from '../../../../test/support/recorded-terminal.ts';
import { storedSubject } from '../../../../test/support/stored-subject.ts';
import { plugins } from '../../../measure/plugins/index.ts';

it('marks the load that is judged, not that over one minute, which comes and goes', () => {
  const load = plugins.filter(({ name }) => name === 'load');
  const { subject } = storedSubject(load, (store) =>
    store.commit('load', { min1: 7.03, min5: 8.25, min15: 0.5, cpucore: 1 }, 1),
  );
  const { screen, emulator } = showOn(subject, { width: 160, height: 40 });
  const lines = screen().split('\n');
  const lookOf = (text: string): string => {
    const y = lines.findIndex((line) => line.includes(text));
    return emulator.lookAt((lines[y] as string).indexOf(text), y);
  };
  expect(screen()).toContain('◆ Load');
  expect(lookOf('8.25')).toBe(lookOf('◆ Load'));
  expect(lookOf('7.03')).not.toBe(lookOf('8.25'));
});
