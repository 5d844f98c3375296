import { describe, expect, it } from 'vitest';
import { CpuLedger } from './cpu-ledger.ts';

const times = (own: number, children = 0) => ({
  user: own,
  system: 0,
  children_user: children,
  children_system: 0,
  iowait: 0,
});
const nameOf = (pid: number): string | undefined => ({ 1: 'init', 7: 'make', 9: 'cc1' })[pid];

describe('CPU time between two scans', () => {
  it('is that of each process, and of new ones all of it', () => {
    const ledger = new CpuLedger();
    ledger.note(7, times(1), times(1.5));
    ledger.note(9, null, times(2));
    expect(ledger.take(nameOf)).toEqual([
      { pid: 7, name: 'make', seconds: 0.5, ended: 0 },
      { pid: 9, name: 'cc1', seconds: 2, ended: 0 },
    ]);
    expect(ledger.take(nameOf)).toEqual([]);
  });

  it('of children that ended unseen is in the time that their parent waited for', () => {
    const ledger = new CpuLedger();
    ledger.note(7, times(1, 10), times(1, 13));
    expect(ledger.take(nameOf)).toMatchObject([{ name: 'make', seconds: 0, ended: 3 }]);
  });

  it('of children that were seen counts once', () => {
    const ledger = new CpuLedger();
    ledger.note(7, times(1, 10), times(1, 13));
    ledger.end(20, 7, times(2));
    expect(ledger.take(nameOf)[0]?.ended).toBe(1);
  });

  it('counts once where the parent was read before it waited', () => {
    const ledger = new CpuLedger();
    ledger.end(20, 7, times(2));
    expect(ledger.take(nameOf)).toEqual([]);
    ledger.note(7, times(1, 10), times(1, 12.5));
    expect(ledger.take(nameOf)[0]?.ended).toBe(0.5);
    // Parents that never wait hide nothing for long.
    ledger.end(20, 7, times(4));
    ledger.take(nameOf);
    ledger.take(nameOf);
    ledger.note(7, times(1, 12.5), times(1, 14));
    expect(ledger.take(nameOf)[0]?.ended).toBe(1.5);
  });

  it('counts once where parent and child end together', () => {
    const ledger = new CpuLedger();
    ledger.end(20, 21, times(10));
    ledger.end(21, 7, times(1, 3));
    ledger.note(7, times(1, 5), times(1, 5 + 10 + 1 + 3));
    expect(ledger.take(nameOf)[0]?.ended).toBe(0);
  });

  it('of orphans goes to init', () => {
    const ledger = new CpuLedger();
    ledger.end(20, 8, times(2));
    ledger.note(1, times(1, 5), times(1, 7));
    expect(ledger.take(nameOf)[0]?.ended).toBe(0);
  });

  it('never falls, though the kernel scales times', () => {
    const ledger = new CpuLedger();
    ledger.note(7, times(1, 3), times(0.99, 2.99));
    expect(ledger.take(nameOf)).toEqual([]);
  });
});
