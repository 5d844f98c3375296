/** Title and icon of the page, so that a tab among many says whether the machine is well. */
import type { Level } from '../../src/display/levels.ts';

const COLORS: Readonly<Record<Level, string>> = {
  careful: '#e0c04a',
  warning: '#ff9d45',
  critical: '#ff5d73',
};

export function markPage(page: Document, host: string, count: number, level: Level | null): void {
  page.title = `${count > 0 ? `(${count}) ` : ''}${host === '' ? '' : `${host} · `}Gander`;
  const link = page.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link === null) return;
  link.dataset['plain'] ??= link.href;
  link.href =
    level === null ? link.dataset['plain'] : `data:image/svg+xml,${encodeURIComponent(icon(COLORS[level]))}`;
}

const icon = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#17202b"/>` +
  `<path d="M4 21h5l3-11 5 16 4-10 2 5h5" fill="none" stroke="#8fb8e8" stroke-width="2.6" stroke-linejoin="round"/>` +
  `<circle cx="24" cy="8" r="8" fill="${color}" stroke="#17202b" stroke-width="2"/></svg>`;
