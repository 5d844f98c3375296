import { expect, it } from 'vitest';
import { ordered } from '../../src/show/display/order.ts';
import { cellsOf } from './cells.ts';
import { columnsOf, ruleOf, type TableSpec } from './column.ts';
import { cpuShare, type Running, usageColumns } from '../../src/show/display/process-columns.ts';
import { type ColumnHelp, type Hog, hogKey, usageLooks } from './process-columns.ts';

const help = {
  show: (value: number | null) => ({ digits: (value ?? 0).toFixed(1), unit: '%' }),
  text: (value: number | null) => `${value}%`,
  preferences: { perMachine: false },
  store: { limits: { value: { processlist: { processlist_mem_critical: 90 } } } },
} as unknown as ColumnHelp;

interface Row {
  readonly pid: number;
  readonly cpu_percent: number;
  readonly memory_percent: number;
}
const row = (pid: number, cpu_percent: number, memory_percent = 1): Running & Row =>
  ({ pid, cpu_percent, memory_percent, name: `p${pid}` }) as unknown as Running & Row;
const pidOf = ({ pid }: Row): number => pid;
const hog: Hog<Running & Row> = { level: 'warning', is: ({ pid }) => pid === 2 };
const columns = (cores: number, some: Hog<Running & Row> | null) =>
  columnsOf<Running & Row>(help.show, usageColumns(cpuShare(false, cores)), usageLooks(help, cores, some));
const cells = (one: Running & Row, cores = 4) => cellsOf(columns(cores, hog), one, false).list;

it('bars of CPU cover the share of all cores', () => {
  expect(cells(row(1, 100))[0]).toMatchObject({ text: '100.0', bar: 25 });
  expect(cells(row(1, 400))[0]).toMatchObject({ bar: 100 });
  expect(cells(row(1, 100), 1)[0]).toMatchObject({ bar: 100 });
});

it('nearly idle rows are in the order of what is shown, equal ones by memory', () => {
  const spec: TableSpec<Running & Row> = {
    label: '',
    columns: columns(4, null),
    tie: ({ memory_percent: percent }) => percent,
    standard: 'cpu_percent',
    narrow: [],
    keyOf: pidOf,
  };
  const { rule } = ruleOf(spec, 'cpu_percent');
  const orderOf = (rows: (Running & Row)[]) => ordered(rows, rule, 'desc', pidOf).map(pidOf);
  expect(orderOf([row(1, 1.5), row(2, 0.5), row(3, 50)])).toEqual([3, 1, 2]);
  // Regardless of their earlier order.
  expect(orderOf([row(1, 0), row(2, 0.5), row(3, 0.52, 2)])).toEqual([3, 2, 1]);
});

it('while memory is scarce, the row with the most of it is coloured, and says why', () => {
  const rows = [row(1, 50, 3), row(2, 0, 60), row(3, 9, 5)];
  expect(hogKey(rows, pidOf, 'critical')).toBe(2);
  expect([hogKey(rows, pidOf, 'careful'), hogKey(rows, pidOf, null)]).toEqual([null, null]);
  expect(hogKey([row(1, 1, 0)], pidOf, 'critical')).toBeNull();
  const memory = (one: Running & Row) => cells(one)[1];
  expect(memory(rows[0]!)?.level).toBeNull();
  expect(memory(rows[1]!)).toMatchObject({
    level: 'warning',
    why: 'Warning: 60% of the memory, more than any other, and little is left',
  });
  // A separate threshold that is worse comes first.
  expect(memory(row(2, 0, 95))?.why).toBe('Critical: 95% of the memory, threshold 90%');
});
