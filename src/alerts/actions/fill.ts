/** Fills values into the arguments of a command. */
import { valueAt } from '../../core/members.ts';
import type { Argument, Command } from './template.ts';

/** Values by name: fields of the object or item, thresholds, time. */
export type Variables = Readonly<Record<string, unknown>>;

/** Longer values are truncated: the kernel rejects arguments over 128 KiB. */
const MAX_VALUE_LENGTH = 4096;

/** The program and its arguments: one per argument of the template, whatever the values contain. */
export const fillCommand = (command: Command, variables: Variables): string[] => [
  command.program,
  ...command.arguments.map((argument) => fillArgument(argument, variables)),
];

const fillArgument = (argument: Argument, variables: Variables): string =>
  argument.map((part) => ('text' in part ? part.text : valueText(valueAt(variables, part.path)))).join('');

/** A value as text. Control characters become blanks: a line end has a meaning to many programs, and NUL ends arguments. */
function valueText(value: unknown): string {
  // oxlint-disable-next-line no-control-regex
  const text = plainText(value).replaceAll(/[\u0000-\u001F\u007F]/g, ' ');
  return text.length > MAX_VALUE_LENGTH ? text.slice(0, MAX_VALUE_LENGTH) : text;
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainText).join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
