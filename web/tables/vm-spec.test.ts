import { expect, it } from 'vitest';
import { createJudge } from '../../src/measure/levels/judge.ts';
import { shownVerdict } from '../../src/measure/levels/series.ts';
import vms from '../../src/measure/plugins/vms/vms.ts';
import type { VirtualMachine } from '../api/types.ts';
import { createStore } from '../store/store.ts';
import type { ColumnHelp } from './process-columns.ts';
import { vmSpec } from './vm-spec.ts';

it('says why the state of a machine is coloured', () => {
  const store = createStore();
  const rows = ['running', 'crashed', 'paused'].map(
    (status, at) => ({ key: 'name', name: `vm${at}`, status }) as unknown as VirtualMachine,
  );
  store.apply([{ plugin: 'vms', value: rows, time: 1 }]);
  store.verdicts.take({ vms: createJudge(vms, {})(rows).map(shownVerdict) });
  const help = { store, level: store.verdicts.level, text: String, show: () => '' };
  const column = vmSpec(help as unknown as ColumnHelp).columns.find(({ key }) => key === 'status');
  const levels = rows.map((row) => column?.level?.(row) ?? null);
  expect(levels).toEqual([null, 'critical', 'careful']);
  expect(rows.slice(1).map((row, at) => column?.why?.(row, levels[at + 1] ?? 'careful'))).toEqual([
    'Critical: crashed',
    'Careful: paused',
  ]);
});
