/** Prompts: work that people hand to an assistant, as steps with the tools. */
import { visibleText } from './plain.ts';

interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
  /** Values of arguments stand in braces. */
  readonly text: string;
}

const HOST = { name: 'host', description: 'Id or name of a server of a hub; default: the asked server.' };
const WHEN = {
  name: 'when',
  description: 'Time of the problem, such as 03:12 or 2 hours ago; default: now.',
};
const END = 'State what you found, with numbers and times, and say what was not measured. Do not guess.';

const PROMPTS: readonly Prompt[] = [
  {
    name: 'diagnose',
    description: 'Finds out why a server is or was slow.',
    arguments: [HOST, WHEN],
    text: `Find out why the server {host} was slow at this time: {when}. Call health, then explain for the fifteen minutes around that time. Where it finds no cause, call what_changed and moment. Check the named programs with top or processes. ${END}`,
  },
  {
    name: 'capacity',
    description: 'Says what will run out, and when.',
    arguments: [HOST],
    text: `Say what the server {host} will run out of. Call forecasts, then history of the last 30 days for cpu/total, mem/percent and the series of the file systems that find_series finds. Name what needs a decision first. ${END}`,
  },
  {
    name: 'after_incident',
    description: 'Writes a report after an incident.',
    arguments: [HOST, WHEN],
    text: `Write a report on the incident of the server {host} at this time: {when}. Call explain, events and top for the hour around it, and logs if you may. Give a time line, cause, effect, what is still open, and what would have warned earlier. ${END}`,
  },
  {
    name: 'weekly_report',
    description: 'Sums up a week.',
    arguments: [HOST],
    text: `Sum up the last seven days of the server {host}. Call health, events with from=-7d, history of cpu/total, mem/percent and load/min5 over seven days, and forecasts. Name what got worse, what recurred, and at most three things to do. ${END}`,
  },
  {
    name: 'system_health_summary',
    description: 'Sums up CPU, memory, load, disks and network.',
    arguments: [HOST],
    text: `Sum up how the server {host} is. Call health, then moment for cpu, mem, memswap, load, fs and network. ${END}`,
  },
  {
    name: 'alert_analysis',
    description: 'Looks into the alerts that stand.',
    arguments: [{ name: 'level', description: 'all, WARNING or CRITICAL; default: all.' }, HOST],
    text: `Look into the alerts of the server {host}, of this level: {level}. Call alerts, and explain for the time of each. Say which have one cause. ${END}`,
  },
  {
    name: 'top_processes_report',
    description: 'Reports on the busiest processes.',
    arguments: [{ name: 'nb', description: 'Number of processes; default: 10.' }, HOST],
    text: `Report on the busiest processes of the server {host}, this many: {nb}. Call processes by cpu, memory and io. Say what each is for, and which are unusual. ${END}`,
  },
  {
    name: 'storage_health',
    description: 'Reports on disks and file systems.',
    arguments: [HOST],
    text: `Report on the disks of the server {host}. Call moment for fs and diskio, forecasts, and history of the busiest disk. ${END}`,
  },
];

const DEFAULTS: Readonly<Record<string, string>> = {
  host: 'that you are connected to',
  when: 'now',
  level: 'all',
  nb: '10',
};
const LONGEST = 255;

export const prompts = () =>
  PROMPTS.map(({ name, description, arguments: known }) => ({ name, description, arguments: [...known] }));

/** Returns the user's message of a prompt; null if there is no such prompt. */
export function promptText(name: string, given: Readonly<Record<string, string>> = {}): string | null {
  const found = PROMPTS.find((prompt) => prompt.name === name);
  if (found === undefined) return null;
  const value = (key: string): string =>
    Object.hasOwn(given, key) ? visibleText(given[key] ?? '', LONGEST) : (DEFAULTS[key] ?? '');
  return found.text.replaceAll(/\{(\w+)\}/g, (_, key: string) => value(key));
}
