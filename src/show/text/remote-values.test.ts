/** The output is plain text in lines, also for hostile replies of another agent. */
import { itemsIn, type PluginValue } from '../../core/served.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { filterProcesses } from '../../core/linear-filter.ts';
import { fetchSummary } from './fetch.ts';
import { jsonLine } from '../../run/modes/print.ts';
import { stdoutLines } from './lines.ts';
import { createRemote } from './remote-agent.ts';
import { emptyValue } from '../../core/plugin.ts';
import { decodeValue } from '../../net/agents/values/decode.ts';
import { parseSelection } from './selection.ts';
import { createTable } from './table.ts';

const SHOWN = plugins.filter(({ name }) =>
  ['cpu', 'fs', 'network', 'processlist', 'system', 'uptime', 'containers'].includes(name),
);
const KEYS =
  'mnt_point percent interface_name bytes_recv_rate_per_sec pid name cmdline cpu_percent hostname hr_name min1 total __proto__';
const key = fc.oneof(fc.constantFrom(...KEYS.split(' ')), fc.string({ unit: anyCharacter, maxLength: 5 }));
const leaf = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const member = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(key, leaf, { maxKeys: 3 }));
const object = fc.dictionary(key, member, { maxKeys: 6 });
const values = fc.record(
  Object.fromEntries(
    SHOWN.map(({ name, shape }) => [
      name,
      shape === 'list' ? fc.array(object, { maxLength: 3 }) : shape === 'object' ? object : leaf,
    ]),
  ),
);

/** Characters that control a terminal. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

it('prints whatever has the right shape', () => {
  const enabled = new Set(SHOWN.map(({ name }) => name));
  const list = [...enabled, 'fs.percent', 'cpu.total'].join(',');
  const { selectors } = parseSelection(list, { registry: plugins, enabled });
  const shown = createRemote({
    name: 'db1',
    registry: SHOWN,
    clock: createFakeClock(0),
    refresh: 2,
    remote: { plugins: [...enabled], read: () => Promise.resolve(new Map()) },
  });
  const isSelected = filterProcesses(['name:.*', '.*x.*']);
  fc.assert(
    fc.property(values, (sent) => {
      const received = JSON.parse(JSON.stringify(sent)) as Record<string, PluginValue>;
      for (const plugin of SHOWN)
        received[plugin.name] = decodeValue(plugin, received[plugin.name]) ?? emptyValue(plugin);
      const valueOf = (name: string): PluginValue => received[name] ?? null;
      const judge = (name: string) => shown.levels.judgeOf(name)(valueOf(name));
      itemsIn(valueOf('processlist')).filter(isSelected);
      const table = createTable(selectors, (plugin) => valueOf(plugin.name));
      const printed = [
        ...selectors.flatMap((selector) => stdoutLines(selector, valueOf(selector.plugin.name))),
        jsonLine(received),
        table.header,
        table.row(),
        ...fetchSummary({
          valueOf,
          judge,
          style: { colours: false, unicode: true },
          bits: true,
          pid: null,
        }).split('\n'),
      ];
      expect(printed.filter((line) => CONTROL.test(line))).toEqual([]);
    }),
  );
});
