import { describe, expect, it } from 'vitest';
import { SyntaxProblem } from '../../core/errors.ts';
import { optionEntries, type Values } from './options.ts';
import { parseCommandLine } from './parse.ts';

const FLAGS = optionEntries().filter(([, { type }]) => type === 'flag');
const VALUED = optionEntries().filter(([, { type }]) => type !== 'flag');

const given = (...argv: string[]): Partial<Values> => {
  const { values, given } = parseCommandLine(argv);
  return Object.fromEntries([...given].map((key) => [key, values[key]]));
};
const refusal = (...argv: string[]): string => {
  try {
    parseCommandLine(argv);
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxProblem);
    return (error as Error).message;
  }
  throw new Error(`${argv.join(' ')} was accepted`);
};
/** A value the option accepts, and what it becomes. */
function sampleOf({ type, choices, range }: (typeof VALUED)[number][1]): [string, string | number] {
  if (choices !== undefined) return [choices[1] ?? '', choices[1] ?? ''];
  if (type === 'text') return ['some text', 'some text'];
  const number = Math.min(range?.[1] ?? 7, Math.max(range?.[0] ?? 7, 7));
  return [String(number), number];
}

describe('parseCommandLine', () => {
  it('has a value for every option when none is given', () => {
    const { values, given } = parseCommandLine([]);
    expect(given.size).toBe(0);
    expect(values).toMatchObject({ webserver: false, port: null, bind_address: '0.0.0.0', time: 2 });
  });

  it.each(FLAGS.flatMap(([key, { names }]) => names.map((name) => [name, key])))(
    '%s sets %s',
    (name, key) => {
      expect(given(name)).toEqual({ [key]: true });
    },
  );

  it.each(FLAGS.flatMap(([key, { offNames }]) => offNames.map((name) => [name, key])))(
    '%s clears %s',
    (name, key) => {
      expect(given(name)).toEqual({ [key]: false });
    },
  );

  it.each(VALUED.flatMap(([key, option]) => option.names.map((name) => [name, key, option] as const)))(
    '%s takes the value of %s in every form',
    (name, key, option) => {
      const [text, value] = sampleOf(option);
      expect(given(name, text)).toEqual({ [key]: value });
      const attached = name.startsWith('--') ? `${name}=${text}` : `${name}${text}`;
      expect(given(attached)).toEqual({ [key]: value });
    },
  );

  it.each([
    [['-wp61300'], { webserver: true, port: 61300 }],
    [['-w1B', '::1'], { webserver: true, percpu: true, bind_address: '::1' }],
    [['-p=80'], { port: 80 }],
    [['--stdout-j', 'cpu'], { stdout_json: 'cpu' }],
    [['--conf=x=y'], { conf_file: 'x=y' }],
    [['--stdout', 'cpu'], { stdout: 'cpu' }],
    [['--export='], { export: '' }],
    [['-t', '.5', '-t', '3'], { time: 3 }],
    [['--process-long-name', '--process-short-name'], { process_short_name: true }],
    [['-u', 'bob'], { username_used: 'bob' }],
    [['-C', '-'], { conf_file: '-' }],
  ])('%j', (argv, expected) => {
    expect(given(...argv)).toEqual(expected);
  });

  it.each([
    [['--stdou', 'cpu'], '--stdou could be --stdout, --stdout-json, --stdout-csv, --stdout-fetch'],
    [['--nope'], "Unknown option '--nope'."],
    [['--webservr'], 'Did you mean --webserver?'],
    [['-Z'], "Unknown option '-Z'."],
    [['-wZ'], "Unknown option '-Z'."],
    [['--debug=1'], '--debug takes no value.'],
    [['serve'], '"serve" is not an option'],
    [['explian'], 'There is no command "explian"; did you mean "explain"?'],
    [['-w', 'explain'], '"explain" must be the first word: gander explain.'],
    [['--', '-w'], '"-w" is not an option'],
    [['-p'], '-p needs a value, <port>.'],
    [['--config', '--debug'], '--config needs a value, <path>.'],
    [['-p', 'http'], '--port: expected a whole number, not "http".'],
    [['-p', '1e3'], '--port: expected a whole number, not "1e3".'],
    [['-p', '1.5'], '--port: expected a whole number'],
    [['-p65536'], '--port: expected a number from 0 to 65535, not 65536.'],
    [['-t', 'fast'], '--time: expected a number, not "fast".'],
    [['-t=0'], '--time: expected a number from 0.1'],
    [['-t', 'Infinity'], '--time: expected a number'],
    [['--stop-after', '0'], '--stop-after: expected a number of at least 1, not 0.'],
    [['--sort-processes', 'pid'], '--sort-processes: expected one of cpu_percent, memory_percent'],
  ])('refuses %j', (argv, message) => {
    expect(refusal(...argv)).toContain(message);
  });

  it('knows each form once', () => {
    const forms = optionEntries().flatMap(([, { names, offNames }]) => [...names, ...offNames]);
    expect(forms.length).toBe(new Set(forms).size);
  });
});
