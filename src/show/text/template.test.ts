import type { PluginValue } from '../../core/served.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { UsageError } from '../../core/errors.ts';
import cpu from '../../measure/plugins/cpu/cpu.ts';
import fs from '../../measure/plugins/fs/fs.ts';
import processlist from '../../measure/plugins/processlist/processlist.ts';
import uptime from '../../measure/plugins/uptime/uptime.ts';
import { templateSummary } from './template.ts';

const VALUES: Record<string, PluginValue> = {
  cpu: { total: 50, user: 12.345 },
  fs: [
    { mnt_point: '/', percent: 20, used: 2048 },
    { mnt_point: '/{{ x }}', percent: 90, used: null },
  ],
  processlist: [
    { pid: 1, name: 'idle', cpu_percent: 0, memory_percent: 9 },
    { pid: 2, name: 'busy\u001B[2J', cpu_percent: 90, memory_percent: 1 },
    { pid: 3, name: 'gander', cpu_percent: 99, memory_percent: 99 },
  ],
  uptime: '1:00:00',
};

function rendered(template: string): string {
  const path = join(temporaryTree(), 'summary.j2');
  writeFileSync(path, template);
  return templateSummary(path, {
    plugins: [cpu, fs, processlist, uptime],
    valueOf: (name) => VALUES[name] ?? null,
    pid: 3,
  });
}

it.each([
  ['{{ gl.uptime }} {{ gl.cpu.total }} {{ gl["cpu"]["user"] }}', '1:00:00 50 12.345'],
  ['{{ gl.cpu.user | round(1) }} {{ gl.cpu.user|round }}', '12.3 12'],
  ["{{ '%0.2f' | format(gl.cpu.user) }} {{ '%3d%%|%s' | format(7, 'x') }}", '12.35   7%|x'],
  ["{{ '%05.1f'|format(gl.cpu.user) }}", '012.3'],
  ['{{ gl.bar(gl.cpu.total) }}', '■■■■■■■■■□□□□□□□□□'],
  ['{{ gl.bar(gl.cpu.total, 4) }}{{ gl.bar(none, 2) }}', '■■□□□□'],
  ["{{ gl.auto_unit(gl.fs['/'].used) }} {{ gl.auto_unit(gl.fs['/{{ x }}'].used) }}", '2.0K -'],
  ['{% for name in gl.fs.keys() %}{{ name }} {{ gl.fs[name].percent }} {% endfor %}', '/ 20 /{{ x }} 90 '],
  ['{% for p in gl.top_process() %}{{ p.name }} {% endfor %}', 'busy?[2J idle '],
  ["{% for p in gl.top_process(limit=1, sorted_by='memory_percent') %}{{ p.name }}{% endfor %}", 'idle'],
  ['{% if gl.nothing is defined %}{{ gl.nothing }}{% endif %}{{ gl.docker | default("-") }}', '-'],
  ['{{ gl.cpu.steal }}{{ gl.fs["/nope"].percent }}', ''],
  [
    '{% set x, y = 1, gl.cpu %}{% macro m(a) %}{{ a }}{{ loop }}{% endmacro %}{{ x }} {{ y.total }} {{ m(2) }}',
    '1 50 2',
  ],
])('%s', (template, expected) => {
  expect(rendered(template)).toBe(expected);
});

it.each([
  [
    '{{ gl.nothing }}',
    'there is no gl.nothing: members of gl are bar, auto_unit, top_process, and the plugins that are on; gander --modules-list lists those that exist',
  ],
  ['{{ gl["docker"].x }}', /there is no gl\.docker: /],
  ['{% for k in gl.fs.keys() %}{{ gl.nope[k] | round }}{% endfor %}', /there is no gl\.nope: /],
  ['{{ gl.constructor }}', /there is no gl\.constructor: /],
  ['{{ gl.__proto__ }}', /there is no gl\.__proto__: /],
  ['{{ process }}', 'there is no process: values are members of gl, as gl.cpu.total'],
  ['{{ "%s" | format(totals) }}', /there is no totals: /],
  ['{{ gl.cpu.toString }}', /there is no gl\.cpu\.toString: /],
  ['{{ gl.cpu.totale }}', 'there is no gl.cpu.totale: docs/plugins.md lists the values of cpu'],
])('%s', (template, message) => {
  expect(() => rendered(template)).toThrow(message);
  expect(() => rendered(template)).toThrow(UsageError);
});

it('says what is wrong with a template', () => {
  expect(() => rendered('{% for %}')).toThrow(UsageError);
  expect(() => rendered('{% for %}')).toThrow(/^--fetch-template: \S+summary\.j2: Unexpected token/);
  const options = { plugins: [], valueOf: () => null, pid: null };
  expect(() => templateSummary('/nope.j2', options)).toThrow(
    '--fetch-template: /nope.j2 cannot be read: there is no such file.',
  );
});
