import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createLog } from './log.ts';
import { parseCommandLine } from '../cli/parse.ts';
import { logPath, logSuffix } from './log-path.ts';

describe('createLog', () => {
  it('writes date, level and text on one line each', () => {
    const path = join(temporaryTree(), 'a', 'gander.log');
    const log = createLog({ path, debug: false });
    log.write('INFO', 'started');
    log.write('DEBUG', 'unseen');
    log.write('ERROR', 'two\nlines \u001b[31m');
    log.close();
    expect(readFileSync(path, 'utf8')).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} -- INFO -- started\n[\d :,-]+ -- ERROR -- two lines {2}\[31m\n$/,
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('waits for no pipe, and writes to no file of others', () => {
    const path = join(temporaryTree(), 'gander.log');
    execFileSync('mkfifo', [path]);
    const log = createLog({ path, debug: false });
    log.write('INFO', 'lost');
    log.write('INFO', 'lost');
    const said: (string | null)[] = [];
    // What came before it was followed is not lost.
    log.follow?.((_, sentence) => void said.push(sentence));
    expect(said).toEqual([expect.stringMatching(/gander\.log cannot be written: .+\. Lines/)]);
    log.close();
    expect(statSync(path).isFIFO()).toBe(true);
    if (process.getuid?.() !== 0) return;
    const foreign = join(temporaryTree(), 'gander.log');
    writeFileSync(foreign, '');
    chownSync(foreign, 12_345, 12_345);
    const other = createLog({ path: foreign, debug: false });
    other.write('INFO', 'lost');
    other.close();
    expect(readFileSync(foreign, 'utf8')).toBe('');
  });

  it('goes on in a new file where the old one was renamed or removed', () => {
    const folder = temporaryTree();
    const path = join(folder, 'logs', 'gander.log');
    const log = createLog({ path, debug: false });
    log.write('INFO', 'first');
    renameSync(path, `${path}-20261124`);
    log.write('INFO', 'second');
    expect(readFileSync(path, 'utf8')).toMatch(/^[^\n]*second\n$/);
    rmSync(join(folder, 'logs'), { recursive: true });
    log.write('INFO', 'third');
    log.close();
    expect(readFileSync(path, 'utf8')).toMatch(/^[^\n]*third\n$/);
  });

  it('writes more when asked to debug', () => {
    const path = join(temporaryTree(), 'gander.log');
    const log = createLog({ path, debug: true });
    log.write('DEBUG', 'seen');
    log.close();
    expect(readFileSync(path, 'utf8')).toContain('-- DEBUG -- seen');
  });

  it('renames a full file and keeps three old ones', () => {
    const path = join(temporaryTree(), 'gander.log');
    const log = createLog({ path, debug: false, maxBytes: 1 });
    for (let number = 1; number <= 6; number += 1) log.write('INFO', `text ${number}`);
    log.close();
    const numbers = ['', '.1', '.2', '.3'].map(
      (suffix) => /text (\d)/.exec(readFileSync(path + suffix, 'utf8'))?.[1],
    );
    expect(numbers).toEqual(['6', '5', '4', '3']);
    expect(existsSync(`${path}.4`)).toBe(false);
  });

  it('begins a new line after one that a full disk cut off', () => {
    const path = join(temporaryTree(), 'gander.log');
    const room = [1000, 31, 0, 1000];
    const warn = vi.fn<(sentence: string) => void>();
    const { problems } = keptProblems();
    const states: number[] = [];
    const log = createLog({
      path,
      debug: false,
      warn,
      write(descriptor, bytes) {
        const bytesLeft = room.shift() ?? 0;
        if (bytesLeft === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        return writeSync(descriptor, bytes, 0, Math.min(bytes.length, bytesLeft));
      },
    });
    // Reporting it writes a line, too.
    log.follow?.((file, sentence) => {
      problems.report(file, sentence);
      if (sentence !== null) log.write('DEBUG', sentence);
      states.push(problems.list().length);
    });
    for (const text of ['first', 'second', 'third', 'fourth']) log.write('INFO', text);
    expect(states).toEqual([1, 0]);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toBe(
      `${path} cannot be written: the disk is full. Lines of the log are lost.`,
    );
    log.close();
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines.map((line) => / -- (\w+)$/.exec(line)?.[1])).toEqual(['first', 'INFO', 'fourth', undefined]);
  });

  it('follows no link and goes on without a file', () => {
    const directory = temporaryTree({ 'precious.txt': 'mine' });
    const path = join(directory, 'gander.log');
    symlinkSync(join(directory, 'precious.txt'), path);
    const log = createLog({ path, debug: false });
    log.write('INFO', 'text');
    log.close();
    expect(readFileSync(join(directory, 'precious.txt'), 'utf8')).toBe('mine');
  });
});

describe('logSuffix', () => {
  it.each([
    [[], ''],
    [['-p', '61208'], ''],
    [['-p', '61300'], '-61300'],
    [['-B', '127.0.0.1'], '-61208-127.0.0.1'],
    [['-B', '::1', '-p', '61300'], '-61300-::1'],
  ])('of an agent with %j is "%s"', (argv, expected) => {
    expect(logSuffix(true, parseCommandLine(['-w', ...argv]).values)).toBe(expected);
  });

  it('tells XML-RPC and programs that do not serve from the agent', () => {
    expect(logSuffix(true, parseCommandLine(['-s']).values)).toBe('-61209');
    expect(logSuffix(false, parseCommandLine(['--fetch']).values)).toBe('-cli');
  });
});

describe('logPath', () => {
  const only = (folder: string) => (path: string) => path === folder;

  it.each<[Record<string, string>, string, string]>([
    [{ XDG_CACHE_HOME: '/c', HOME: '/h' }, '/c', '/c/gander/gander.log'],
    [{ XDG_CACHE_HOME: 'c', HOME: '/h' }, '/h/.local/share', '/h/.local/share/gander/gander.log'],
    [{ XDG_CACHE_HOME: '/c', HOME: '/h' }, '', '/tmp/gander-bob.log'],
    [{ LOGS_DIRECTORY: '/var/log/g:/x', XDG_CACHE_HOME: '/c' }, '/var/log/g', '/var/log/g/gander.log'],
    [{ TMPDIR: '/t' }, '', '/t/gander-bob.log'],
  ])('%j with %s writable', (environment, folder, expected) => {
    expect(logPath(environment, 'bob', '', only(folder))).toBe(expected);
  });

  it('takes only folders that are there', () => {
    const directory = temporaryTree({ file: '' });
    writeFileSync(join(directory, 'file'), '');
    expect(logPath({ XDG_CACHE_HOME: join(directory, 'file'), TMPDIR: '/t' }, 'a/b', '-1')).toBe(
      '/t/gander-a_b-1.log',
    );
    expect(logPath({ XDG_CACHE_HOME: directory }, 'a', '-1')).toBe(join(directory, 'gander/gander-1.log'));
  });
});
