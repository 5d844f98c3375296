import { describe, expect, it } from 'vitest';
import { ARCHIVE_COMMANDS } from './archive-arguments.ts';
import { commandLinePage, helpText, usageOf } from './help.ts';
import { mainName, optionEntries } from './options.ts';

describe('helpText', () => {
  const help = helpText();

  it('fits 100 columns', () => {
    expect(help.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it('names the command for the history on disk', () => {
    expect(help).toMatch(new RegExp(`gander archive --help +${ARCHIVE_COMMANDS.join(', ')}`));
  });

  it('names every option under its group', () => {
    for (const [, { names, offNames }] of optionEntries()) {
      for (const name of [names, offNames].filter((forms) => forms.length > 0).map(mainName))
        expect(help).toMatch(new RegExp(`^  (-\\w, )?${name}\\b`, 'm'));
    }
    for (const form of ['--disable', '--enable', '--per-cpu', '--program', '--module-list', '--enable-light'])
      expect(help).toMatch(new RegExp(`Also:[^.]* ${form}\\b`));
    const headings = [...help.matchAll(/^\S.*:$/gm)].map(([line]) => line);
    expect(headings).toEqual([
      'Modes:',
      'Exporting:',
      'Sampling:',
      'Web server:',
      'Hosts without an agent:',
      'Settings and log:',
      'Display:',
      'Terminal:',
      'Accepted without effect:',
      'Examples:',
    ]);
  });
});

describe('commandLinePage', () => {
  it('has a row for every form of every option', () => {
    const page = commandLinePage();
    for (const [, { names, offNames }] of optionEntries()) {
      for (const name of [...names, ...offNames]) expect(page).toContain(`\`${name}\``);
    }
  });
});

it('an invalid command line names the help of its command', () => {
  expect(usageOf(['--nope'])).toContain('gander --help');
  expect(usageOf(['key', 'add'])).toBe('Usage: gander key add [options]; gander key add --help lists them.');
  expect(usageOf(['key', 'nope'])).toBe('Usage: gander key [options]; gander key --help lists them.');
  expect(usageOf(['explain', '--at'])).toBe(
    'Usage: gander explain [options]; gander explain --help lists them.',
  );
});
