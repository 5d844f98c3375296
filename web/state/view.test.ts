import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENTRIES } from '../entries.ts';
import { formatView, NO_VIEW, parseView, type View } from './view.ts';

const CLOSED: View = { ...NO_VIEW, why: '', logs: '', board: '' };
const parsed = (hash: string): View => parseView(hash, ENTRIES);

describe('view in the address', () => {
  it('is empty for a page as it is opened', () => {
    expect(formatView(CLOSED)).toBe('');
    expect(parsed('')).toEqual(CLOSED);
  });

  it('comes back as it was', () => {
    const view: View = {
      tab: 'containers',
      sort: 'memory_percent',
      isReversed: true,
      filter: 'user:~ö&x=1 #',
      form: 'tree',
      pid: 42,
      chart: ['cpu/total', 'fs//var/log_percent'],
      range: 3600,
      to: 1_795_222_329_595,
      at: 1_795_222_300_000,
      shift: 604_800,
      panel: 'help',
      why: '1795824000000-1795824900000',
      board: 'web-shop',
      logs: '1795824000000-1795824900000/unit/app.service',
    };
    expect(parsed(formatView(view))).toEqual(view);
  });

  it.each([
    ['#from=-7d', { range: 604_800, to: 0 }],
    ['#from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z', { range: 86_400, to: Date.UTC(2026, 10, 2) }],
    ['#from=-15m&at=5000', { range: 900, at: 5000 }],
    ['#from=2026-11-02&to=2026-11-01', { range: 0, to: 0 }],
    ['#shift=width', { shift: -1 }],
  ])('reads the time of %s', (hash, time) => {
    expect(parsed(hash)).toMatchObject(time);
  });

  it('takes anything', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const view = parsed(`#${text}`);
        expect(parsed(formatView(view))).toEqual(view);
      }),
    );
    expect(parsed('#tab=evil&pid=1e99&range=x&panel=y&chart=<b>&constructor=x')).toEqual(CLOSED);
  });
});
