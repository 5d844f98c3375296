import { expect, it } from 'vitest';
import type { Series } from '../../src/show/display/series.ts';
import { choicesFor } from './choices.ts';

const of = (item: string, field: string): Series => ({ plugin: 'network', item, field });

it('offers what is nearest first, and everything once', () => {
  const received = of('eth0', 'bytes_recv_rate_per_sec');
  const sent = of('eth0', 'bytes_sent_rate_per_sec');
  const other = of('eth1', 'bytes_recv_rate_per_sec');
  const far = of('eth1', 'bytes_sent_rate_per_sec');
  const pinned: Series = { plugin: 'cpu', field: 'total' };
  const groups = choicesFor(
    received,
    [received, sent, other, far],
    [pinned],
    ['network/eth0_bytes_recv_rate_per_sec', 'mem/percent'],
  );
  expect(groups.map(({ name, choices }) => [name, ...choices.map(({ label }) => label)])).toEqual([
    ['Pinned', 'CPU total'],
    ['Network eth0', 'Network eth0 sent'],
    ['The same of others: received', 'Network eth1 received'],
    ['Vital signs', 'Swap in use', 'Load over 1 min'],
    ['More of Network', 'Network eth1 sent'],
  ]);
});
