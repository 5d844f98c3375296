/** Subject and time of shown logs, in the address. Pure. */
import { whyOf, whyWindow, type Window } from '../why/why-window.ts';

export interface LogPlace extends Window {
  readonly of: 'unit' | 'container' | 'all';
  /** Unit or container; empty: the host. */
  readonly name: string;
}

const LONGEST_NAME = 255;

/** `1795824000000-1795824900000/unit/app.service` */
export const logsText = ({ of, name, ...window }: LogPlace): string =>
  of === 'all' ? whyOf(window) : `${whyOf(window)}/${of}/${name}`;

/** Null: no valid time or subject. */
export function logPlace(text: string): LogPlace | null {
  const [, times = '', of = 'all', name = ''] = /^([^/]*)(?:\/(unit|container)\/(.+))?$/s.exec(text) ?? [];
  const window = whyWindow(times);
  if (window === null || name.length > LONGEST_NAME) return null;
  return { ...window, of: of as LogPlace['of'], name };
}

/** API path of these lines. */
export function logsPath({ from, to, of, name }: LogPlace, priority: string, grep: string): string {
  const query = new URLSearchParams({ from: String(from), to: String(to), priority });
  if (of !== 'all') query.set(of, name);
  if (grep !== '') query.set('grep', grep);
  return `api/logs?${query.toString()}`;
}
