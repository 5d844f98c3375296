import { describe, expect, it } from 'vitest';
import { showHost } from '../../../../test/support/recorded-terminal.ts';

const small = (options = {}) =>
  showHost('small-vm', { isOnlyRead: true, width: 100, height: 30, ...options });

describe('a chart', () => {
  it('shows any number over time, and what was at the cursor', async () => {
    const { press, screen } = await small();
    press('g');
    await new Promise(setImmediate);
    expect(screen()).toContain('CPU total  10 min, until now');
    expect(screen()).toMatch(/min \d.*max \d/);
    press('/', ...'load min5', 'enter');
    await new Promise(setImmediate);
    expect(screen()).toContain('Load over 5 min');
    expect(press('up')).toContain('30 min');
    expect(press('page-up', 'page-up', 'page-up', 'page-up', 'page-up')).toMatch(/until 2026-11-21 01:4\d:/);
    expect(press('end')).toContain('until now');
    expect(press('/', ...'no such thing', 'enter')).toContain('No recorded value has no such thing');
  });

  it('counts its figures, and begins, from now on where that is wanted', async () => {
    const { press, screen } = await small();
    press('g');
    await new Promise(setImmediate);
    expect(press('M')).toContain('Smallest and largest values were reset.');
    expect(screen()).not.toContain('mean');
    press('r');
    await new Promise(setImmediate);
    expect(screen()).toContain('Nothing was recorded in this time.');
  });
});
