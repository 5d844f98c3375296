import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { countTcpStates, parseSocketInodes, TCP_STATES } from './net-tcp.ts';

const HEADING =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (state: string, inode: number, tail = ''): string =>
  `   0: 00000000:0016 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  0  0 ${inode} 1 0000000000000000${tail}\n`;
const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

describe('countTcpStates', () => {
  it('reads a recorded file', () => {
    const counts = countTcpStates(sample('net-tcp'));
    const { listen, established, timeWait, synSent } = TCP_STATES;
    expect([listen, established, timeWait, synSent].map((state) => counts[state])).toEqual([1, 1, 1, 1]);
    expect(total(counts)).toBe(4);
  });

  it('finds the rows whatever their widths', () => {
    const states = ['0A', '01', '01', '08', '0B', '06', '01'];
    const text = HEADING + states.map((state, i) => row(state, i, ' '.repeat((i * 7) % 5))).join('');
    const counts = countTcpStates(bytesOf(text));
    expect([counts[1], counts[6], counts[8], counts[10], counts[11]]).toEqual([3, 1, 1, 1, 1]);
    expect(total(counts)).toBe(states.length);
  });

  it('leaves out states beyond the table, and the heading', () => {
    for (const text of ['', HEADING, row('01', 1), `${HEADING}${row('FF', 1)}`, `${HEADING}0: a b\n`]) {
      expect(total(countTcpStates(bytesOf(text)))).toBe(0);
    }
  });

  it('follows rows whose numbers and addresses grow', () => {
    const rows = [9998, 9999, 10000, 10001].map((number) =>
      row('08', 5).replace('   0:', `${number}:`.padStart(5)),
    );
    const wide = row('0A', 6).replaceAll('00000000:00', `${'0'.repeat(32)}:00`);
    const counts = countTcpStates(bytesOf(HEADING + rows.join('') + wide + wide + rows.join('')));
    expect([counts[8], counts[10], total(counts)]).toEqual([8, 2, 10]);
  });

  it('counts a last row without a line end', () => {
    expect(total(countTcpStates(bytesOf((HEADING + row('01', 1)).trimEnd())))).toBe(1);
  });
});

describe('parseSocketInodes', () => {
  it('reads a recorded file', () => {
    expect(parseSocketInodes(sample('net-tcp'))).toEqual([18412, 20113, 0, 31007]);
  });

  it('leaves out rows cut short', () => {
    expect(parseSocketInodes(bytesOf(`${HEADING}${row('01', 7)}   1: 0:0 0:0 01\n`))).toEqual([7]);
    expect(parseSocketInodes(bytesOf(''))).toEqual([]);
  });
});
