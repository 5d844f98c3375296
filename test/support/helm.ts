/**
 * Renders the templates of a chart that use nothing but values, `if` and `toYaml`; anything else is an error. Helm itself is in neither
 * Debian nor npm.
 */
import { stringify } from 'yaml';

export interface Chart {
  Values: unknown;
  Release: { Name: string };
}

const ACTION = /\{\{(-?) (.*?) \}\}/;

export function renderTemplate(template: string, chart: Chart): string {
  const shown = [true];
  const lines = template.split('\n').flatMap((line) => {
    const [, , action = ''] = ACTION.exec(line) ?? [];
    const [, condition] = /^if (\S+)$/.exec(action) ?? [];
    if (condition !== undefined) shown.push(shown.at(-1) === true && isSet(valueAt(chart, condition)));
    else if (action === 'end') shown.pop();
    else return shown.at(-1) === true ? [rendered(line, chart)] : [];
    return [];
  });
  if (shown.length !== 1) throw new Error('an if has no end');
  return lines.join('\n');
}

function rendered(line: string, chart: Chart): string {
  const [, path, depth] = /^\s*\{\{- toYaml (\S+) \| nindent (\d+) \}\}$/.exec(line) ?? [];
  if (path === undefined)
    return line.replaceAll(new RegExp(ACTION, 'g'), (_, dash: string, action: string) => {
      if (dash !== '' || !action.startsWith('.')) throw new Error(`not understood: ${action}`);
      return String(valueAt(chart, action));
    });
  return stringify(valueAt(chart, path))
    .trimEnd()
    .replaceAll(/^/gm, ' '.repeat(Number(depth)));
}

/** The value at `.Values.a.b`; a missing one is an error. */
function valueAt(chart: Chart, path: string): unknown {
  return path
    .split('.')
    .slice(1)
    .reduce<unknown>((value, name) => {
      if (typeof value !== 'object' || value === null || !(name in value)) throw new Error(`no ${path}`);
      return (value as Record<string, unknown>)[name];
    }, chart);
}

/** As Helm judges a condition: empty things are not set. */
const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
