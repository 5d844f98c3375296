/** Title and icon of the page show the host's state in the tab. */
import { printable, withoutBidi } from '../../src/show/display/printable.ts';
import type { Level } from '../../src/show/display/levels.ts';
import type { Connection } from '../feed/connection.ts';

const COLORS: Readonly<Record<Level, string>> = {
  careful: '#a09673',
  warning: '#f0883a',
  critical: '#ff9aa8',
};

/** Characters of a host name in the title. */
const LONGEST_NAME = 80;

const LOST = '#8a96a3';

/** State of a page. */
export interface Mark {
  host: string;
  /** Number of alerts and their worst level. */
  count: number;
  level: Level | null;
  connection: Connection;
}

export function markPage(page: Document, { host, count, level: worst, connection }: Mark): void {
  const isLost = connection.kind === 'lost';
  // Alerts of a past time are not current.
  const isKnown = !isLost && (connection.kind !== 'resting' || connection.isFollowed);
  const level = isKnown ? worst : null;
  const mark = isLost ? '✕ ' : isKnown && count > 0 ? `(${count}) ` : '';
  const name = printable(withoutBidi(host), LONGEST_NAME);
  const title = [`${mark}${name || 'Gander'}`, isLost ? 'lost' : name && 'Gander']
    .filter(Boolean)
    .join(' · ');
  if (page.title !== title) page.title = title;
  const link = page.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link === null) return;
  link.dataset['plain'] ??= link.href;
  const color = isLost ? LOST : level === null ? null : COLORS[level];
  const href =
    color === null ? link.dataset['plain'] : `data:image/svg+xml,${encodeURIComponent(icon(color))}`;
  // Setting an icon always loads it again.
  if (link.href !== href) link.href = href;
}

const icon = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#17202b"/>` +
  `<path d="M4 21h5l3-11 5 16 4-10 2 5h5" fill="none" stroke="#8fb8e8" stroke-width="2.6" stroke-linejoin="round"/>` +
  `<circle cx="24" cy="8" r="8" fill="${color}" stroke="#17202b" stroke-width="2"/></svg>`;
