import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BAD_FILES, makeBad } from '../../../test/support/bad-files.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createFileProblems } from '../../core/file-problems.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { parseCommandLine } from '../cli/parse.ts';
import { pageFileText } from '../config/page-rules.ts';
import { createConfigurationReader } from './configuration-reader.ts';

const GOOD = pageFileText([
  { section: 'cpu', key: 'total_warning', value: '33' },
  { section: 'mem', key: 'warning', value: '44' },
]);

/** A start with these files: thresholds in force, and what is said. */
async function start(conf: string, prepare: (path: string) => void) {
  const folder = temporaryTree({ 'gander.conf': conf });
  const path = `${folder}/gander.d/page.conf`;
  mkdirSync(`${folder}/gander.d`);
  prepare(path);
  const lines: string[] = [];
  const log = {
    write: (_: string, text: string) => void lines.push(text.replaceAll(folder, '')),
    close() {},
  };
  const { configuration } = await createConfigurationReader({
    command: parseCommandLine(['-w', '-C', `${folder}/gander.conf`]),
    environment: {},
    registry: plugins,
    host: {} as never,
    problems: createFileProblems(log),
  }).atStart();
  const { section } = configuration.settings;
  return { cpu: section('cpu')['total_warning'], mem: section('mem')['warning'], lines };
}

it('has all rules of a good file', async () => {
  expect(await start('', (path) => writeFileSync(path, GOOD))).toEqual({ cpu: '33', mem: '44', lines: [] });
  expect(await start('', () => {})).toMatchObject({ cpu: undefined, lines: [] });
  const own = '[cpu]\ntotal_warning = 33\n';
  expect(await start('', (path) => writeFileSync(path, own))).toMatchObject({ cpu: '33', lines: [] });
});

it.each(Object.keys(BAD_FILES))(
  'goes on with rules of the page that are bad, and says so: %s',
  async (way) => {
    const { cpu, lines } = await start('[cpu]\ntotal_warning = 55\n', (path) => makeBad(way, path, GOOD));
    expect(cpu).toBe('55');
    expect(lines).toEqual([
      expect.stringMatching(
        /^\/gander\.d\/page\.conf is damaged: .* (No rule of the page is|Its other rules are) in force\. Repair the file/,
      ),
    ]);
  },
);

it('has the complete lines of a truncated file', async () => {
  const { cpu, mem, lines } = await start('', (path) =>
    writeFileSync(path, GOOD.slice(0, GOOD.indexOf('44') + 1)),
  );
  expect([cpu, mem]).toEqual(['33', undefined]);
  expect(lines).toEqual([
    '/gander.d/page.conf is damaged: /gander.d/page.conf is empty, or its end is missing. Its other rules are in force. Repair the file or move it away, then reload Gander with SIGHUP.',
  ]);
});

it('drops rules with mistakes, and keeps the others', async () => {
  const { cpu, mem, lines } = await start('', (path) => writeFileSync(path, GOOD.replace('44', 'often')));
  expect([cpu, mem]).toEqual(['33', undefined]);
  expect(lines[0]).toContain('warning = often');
  expect(lines[0]).toContain('Its other rules are in force.');
});

it('drops a target that is not complete', async () => {
  const target = '[notify_phone]\ntype = ntfy\n';
  const { cpu, lines } = await start('', (path) =>
    writeFileSync(path, `${target}[cpu]\ntotal_warning = 33\n`),
  );
  expect(cpu).toBe('33');
  expect(lines[0]).toContain('Its other rules are in force.');
});

it('ends with the mistakes of the main file alone', async () => {
  const starting = start('[cpu]\ntotal_warning = often\n', (path) => makeBad('garbage', path, GOOD));
  await expect(starting).rejects.toThrow(/total_warning = often/);
});
