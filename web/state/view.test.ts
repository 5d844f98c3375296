import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatView, NO_VIEW, parseView, type View } from './view.ts';

describe('view in the address', () => {
  it('is empty for a page as it is opened', () => {
    expect(formatView(NO_VIEW)).toBe('');
    expect(parseView('')).toEqual(NO_VIEW);
  });

  it('comes back as it was', () => {
    const view: View = {
      tab: 'containers',
      sort: 'memory_percent',
      isReversed: true,
      filter: 'user:~ö&x=1 #',
      pid: 42,
      chart: ['cpu/total', 'fs//var/log_percent'],
      range: 3600,
      at: 1_795_222_329_595,
      panel: 'help',
    };
    expect(parseView(formatView(view))).toEqual(view);
  });

  it('takes anything', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const view = parseView(`#${text}`);
        expect(parseView(formatView(view))).toEqual(view);
      }),
    );
    expect(parseView('#tab=evil&pid=1e99&range=x&panel=y&chart=<b>')).toEqual(NO_VIEW);
  });
});
