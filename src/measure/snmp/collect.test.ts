import { describe, expect, it } from 'vitest';
import { collect } from './read-snmp.ts';
import { COLUMN, OID, TABLES } from './oids.ts';
import type { Answer, SnmpSession } from './session.ts';

/** An agent that gives what `follow` says after each number, and how often it was asked. */
function agentOf(follow: (oid: string) => Answer): SnmpSession & { questions: number } {
  const after = (oid: string, times: number): Answer[] => {
    const answers: Answer[] = [];
    for (let last = oid; answers.length < times; last = answers.at(-1)?.oid ?? last)
      answers.push(follow(last));
    return answers;
  };
  const agent = {
    questions: 0,
    next(oids: readonly string[]) {
      agent.questions += 1;
      return Promise.resolve(oids.map(follow));
    },
    bulk(oids: readonly string[], repetitions: number) {
      agent.questions += 1;
      return Promise.resolve(oids.map((oid) => after(oid, repetitions)));
    },
    close() {},
  };
  return agent;
}

const END: Answer = { oid: '2', value: null, isEnd: true };
const MOST_CELLS = TABLES.reduce((sum, { columns, mostRows }) => sum + columns.length * mostRows, 0);

describe('collect', () => {
  it('asks for what follows, in any version, and leaves out what is not there', async () => {
    const values: Record<string, Answer> = {
      '1.3.6.1.2.1.1.5': { oid: OID.sysName, value: 'db1', isEnd: false },
      // Load-1 is there, Load-5 is not: another value follows.
      '1.3.6.1.4.1.2021.10.1.3.0': { oid: OID.laLoad1, value: '0.5', isEnd: false },
      '1.3.6.1.4.1.2021.10.1.3.1': { oid: OID.laLoad15, value: '0.1', isEnd: false },
    };
    const found = await collect(agentOf((oid) => values[oid] ?? END));
    expect(Object.fromEntries(found)).toEqual({ [OID.sysName]: 'db1', [OID.laLoad1]: '0.5' });
  });

  it('ends at the end of a column', async () => {
    const column = COLUMN.ifDescr;
    const found = await collect(
      agentOf((oid) => {
        const row = oid === column ? 0 : Number(oid.slice(column.length + 1));
        if (!oid.startsWith(column) || row >= 120) return END;
        return { oid: `${column}.${row + 1}`, value: `port ${row + 1}`, isEnd: false };
      }),
    );
    expect([...found.values()]).toHaveLength(120);
  });

  it.each<[string, (oid: string) => Answer]>([
    ['always the same', (oid) => ({ oid, value: 1, isEnd: false })],
    ['something else', () => ({ oid: '1.3.6.1.2.1.1.1.0', value: 1, isEnd: false })],
    [
      'what came before',
      (oid) => ({ oid: oid.replace(/\d+$/, (last) => String(Number(last) - 1)), value: 1, isEnd: false }),
    ],
    ['no number', () => ({ oid: 'x', value: 1, isEnd: false })],
    ['longer and longer numbers', (oid) => ({ oid: `${oid}.1`, value: 1, isEnd: false })],
  ])('comes to an end with an agent that gives %s', async (_, follow) => {
    const agent = agentOf(follow);
    const found = await collect(agent);
    expect(found.size).toBeLessThan(MOST_CELLS);
    expect(agent.questions).toBeLessThan(60);
  });

  it('takes a number of rows of an agent that never ends', async () => {
    const agent = agentOf((oid) => {
      const parts = oid.split('.');
      const isRow = TABLES.some(({ columns }) => columns.includes(parts.slice(0, -1).join('.')));
      const next = isRow ? [...parts.slice(0, -1), Number(parts.at(-1)) + 1] : [...parts, 1];
      return { oid: next.join('.'), value: 1, isEnd: false };
    });
    const found = await collect(agent);
    expect(found.size).toBeLessThanOrEqual(MOST_CELLS + Object.keys(OID).length);
    expect(found.has(`${COLUMN.ifDescr}.512`)).toBe(true);
    expect(found.has(`${COLUMN.ifDescr}.513`)).toBe(false);
  });
});
