import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/errors.ts';
import { chooseMode, lackOfTerminal, NoMode } from './mode.ts';
import { parseCommandLine } from './parse.ts';

const mode = (...argv: string[]) => chooseMode(parseCommandLine(argv).values);

describe('chooseMode', () => {
  it.each([
    [['-w'], 'serve'],
    [['-w', '--stdout', 'cpu'], 'serve'],
    [['--stdout', 'cpu'], 'stdout'],
    [['--stdout-json', 'cpu', '--stdout-csv', 'mem'], 'stdout-json'],
    [['--stdout-csv', 'cpu'], 'stdout-csv'],
    [['--fetch'], 'fetch'],
    [['--fetch-template', 'x'], 'fetch'],
    [['--api-doc'], 'api-doc'],
    [['--api-restful-doc'], 'api-doc'],
    [['--print-completion', 'zsh'], 'completion'],
    [['--issue', '--stdout', 'cpu'], 'issue'],
    [['--modules-list', '-w'], 'modules'],
    [['--notify-test', 'phone'], 'notify-test'],
    [['-V'], 'version'],
    [['-h', '--password'], 'help'],
    [['-s'], 'serve'],
    [['-c', 'host'], 'fetch'],
    [['-c', 'host', '--stdout', 'cpu'], 'stdout'],
    [['-w', '--password'], 'serve'],
    [['-w', '--username'], 'serve'],
    [['-w', '-u', 'bob'], 'serve'],
    [['-w', '--disable-bold', '--sparkline', '--light', '--disable-autodiscover', '-P', 'x'], 'serve'],
    [['-w', '--disable-plugin', 'all', '--enable-plugin', 'cpu'], 'serve'],
    [['--fetch', '--trace-malloc'], 'fetch'],
  ])('%j is %s', (argv, expected) => {
    expect(mode(...argv)).toBe(expected);
  });

  it.each([
    [['-s', '-w'], '-w --enable-rpc serves both'],
    [['-w', '--enable-rpc', '-p', '61209'], 'choose another port with --rpc-port'],
    [['-c', 'host', '-w'], '-c shows another host'],
    [['-c', 'host', '-s'], '-c shows another host'],
    [['-c', 'host', '--issue'], '--issue looks at this host'],
    [['-w', '--issue'], '-w excludes them'],
    [['-w', '--api-doc'], '-w excludes them'],
    [['-w', '--api-restful-doc'], '-w excludes them'],
    [['-c', 'h', '--export', 'csv'], '--export sends the values of this host'],
    [['--fetch', '--export', 'csv'], '--export sends at every refresh'],
    [['--issue', '--export', 'csv'], '--export sends at every refresh'],
    [['-w', '--disable-plugin', 'cpu, all'], 'all needs --enable-plugin'],
    [['-w', '--memory-leak'], 'exclude -c, -s and -w'],
    [['--fetch', '-f', '((('], 'FIELD:EXPRESSION, not "((("'],
    [['--browser'], '-w --browser has a page for the list'],
    [['--browser', '-c', 'host'], '--browser lists servers and excludes -c'],
    [['--browser', '--export', 'csv'], 'excludes --browser without -w'],
    [['--browser', '-s'], 'XML-RPC (-s) has no list'],
    [['--browser', '--stdout', 'cpu'], 'excludes the modes that print'],
  ])('refuses %j', (argv, message) => {
    expect(() => mode(...argv)).toThrow(UsageError);
    expect(() => mode(...argv)).toThrow(message);
  });

  it.each(['--separator', '--enable-separator', '--enable-mcp'])(
    'accepts %s of start scripts for Glances',
    (flag) => expect(mode('-w', flag)).toBe(mode('-w')),
  );

  it('says what there is when nothing is asked for', () => {
    expect(() => mode('-t', '1')).toThrow(NoMode);
    expect(() => mode()).toThrow(/gander -w/);
  });
});

describe('chooseMode on a terminal', () => {
  const onTerminal = (...argv: string[]) => chooseMode(parseCommandLine(argv).values, null);

  it.each([
    [[], 'terminal'],
    [['-t', '1', '--light'], 'terminal'],
    [['-c', 'host'], 'terminal'],
    [['--export', 'csv'], 'terminal'],
    [['--export', 'csv', '-q'], 'export'],
    [['-c', 'host', '--fetch'], 'fetch'],
    [['--stdout', 'cpu'], 'stdout'],
    [['-w'], 'serve'],
    [['--browser'], 'servers'],
    [['-w', '--browser'], 'serve'],
  ])('%j is %s', (argv, expected) => {
    expect(onTerminal(...argv)).toBe(expected);
  });

  it('shows nothing when it is to be quiet', () => {
    expect(() => onTerminal('-q')).toThrow('With -q nothing is shown');
  });

  it('needs one on which it can draw', () => {
    const on = (isTerminal: boolean, term?: string) => () =>
      chooseMode(parseCommandLine([]).values, lackOfTerminal(isTerminal, term));
    expect(on(false, 'xterm')).toThrow('needs a terminal on input and output');
    expect(on(true, 'dumb')).toThrow('TERM is dumb. Say what to do:');
    expect(on(true)()).toBe('terminal');
  });
});
