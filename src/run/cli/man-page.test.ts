import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { manPage } from './man-page.ts';
import { optionEntries } from './options.ts';

it('has every form of every option', () => {
  const page = manPage();
  for (const [, { names, offNames }] of optionEntries())
    for (const name of [...names, ...offNames])
      expect(page).toContain(`\\fB${name.replaceAll('-', '\\-')}\\fR`);
});

it.each([
  ['man', ['--warnings', '-E', 'UTF-8', '-l', '-Tutf8', '-Z', '-']],
  ['mandoc', ['-T', 'lint', '-W', 'warning']],
])('is read by %s without complaint, where it is installed', (program, argv) => {
  const { error, stderr, stdout } = spawnSync(program, argv, {
    input: manPage(),
    encoding: 'utf8',
    // man filters system calls, which stops libraries such as libfaketime.
    env: { ...process.env, LD_PRELOAD: '' },
  });
  if (error !== undefined) return;
  // A date would have to be changed with every release, and differ from build to build.
  const complaints = (program === 'man' ? stderr : stdout + stderr).split('\n');
  expect(complaints.filter((line) => line !== '' && !line.includes('missing date'))).toEqual([]);
});
