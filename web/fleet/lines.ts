/** Lines of the list: servers and group headings. */
import { localReason } from '../../src/show/display/said-words.ts';
import type { Grouping } from './fleet-view.ts';
import { showMoment } from '../../src/show/display/durations.ts';
import { compareNames } from '../../src/show/display/natural.ts';
import { badnessOf, nameOf, placeOf, WORDS } from '../../src/show/display/servers.ts';
import type { ServerStatus } from '../../src/core/server-status.ts';
import type { Server } from '../api/servers.ts';
import { t } from '../../src/show/display/language.ts';

export interface ServerLine {
  readonly key: string;
  /** Key of its heading; empty without headings. */
  readonly group: string;
  readonly server: Server;
}

export interface GroupLine {
  readonly key: string;
  readonly group: string;
  readonly server: null;
  readonly title: string;
  /** Details without room in its line. */
  readonly about: string;
  readonly count: number;
  /** `2 offline, 1 critical`; empty: none. */
  readonly trouble: string;
  readonly isFolded: boolean;
  /** Worst level in the group. */
  readonly badness: number;
  /** Rank among equally bad groups. */
  readonly place: number;
}

export type Line = ServerLine | GroupLine;

/** Prefix of heading keys; no server id begins with it. */
const GROUP = '\u0001';
const NO_TAGS = 'no tags';

interface Membership {
  readonly name: string;
  readonly title: string;
  readonly place: number;
}

function membershipsOf(server: Server, grouping: Grouping): Membership[] {
  if (grouping === 'status')
    return [{ name: server.status, title: t(WORDS[server.status]), place: placeOf(server.status) }];
  if (server.tags.length === 0) return [{ name: '', title: t(NO_TAGS), place: Infinity }];
  return [...new Set(server.tags)].map((tag) => ({ name: tag, title: tag, place: 0 }));
}

/** A server with several tags appears below each; its first line has its id as key. */
const keyOf = ({ id }: Server, group: string, isFirst: boolean): string => (isFirst ? id : id + group);

interface Bundle extends Membership {
  servers: Server[];
}

/** @param folded names of folded groups; for groups by reason, of unfolded ones */
export function linesOf(servers: readonly Server[], grouping: Grouping, folded: readonly string[]): Line[] {
  if (grouping === 'none') return linesByReason(servers, folded);
  const lines: Line[] = [];
  const bundles = new Map<string, Bundle>();
  for (const server of servers)
    membershipsOf(server, grouping).forEach((membership, at) => {
      const group = GROUP + membership.name;
      const bundle = bundles.get(group) ?? { ...membership, servers: [] };
      bundles.set(group, bundle);
      bundle.servers.push(server);
      if (!folded.includes(membership.name))
        lines.push({ key: keyOf(server, group, at === 0), group, server });
    });
  for (const [group, bundle] of bundles) lines.push(headingOf(group, bundle, folded.includes(bundle.name)));
  return lines;
}

/** Groups servers that are offline for the same reason: forty servers of a dead rack are one line. */
function linesByReason(servers: readonly Server[], unfolded: readonly string[]): Line[] {
  const bundles = new Map<string, Server[]>();
  for (const server of servers) {
    if (server.status !== 'OFFLINE') continue;
    const reason = reasonOf(server);
    bundles.set(reason, [...(bundles.get(reason) ?? []), server]);
  }
  const lines: Line[] = [];
  for (const server of servers) {
    const reason = reasonOf(server);
    const isBundled = server.status === 'OFFLINE' && (bundles.get(reason)?.length ?? 0) > 1;
    if (!isBundled) lines.push({ key: server.id, group: '', server });
    else if (unfolded.includes(reason)) lines.push({ key: server.id, group: GROUP + reason, server });
  }
  for (const [reason, some] of bundles) {
    if (some.length < 2) continue;
    const since = showMoment(Math.min(...some.map((server) => Date.parse(server.since)))).slice(0, 16);
    const title = t('Offline since {since}: {reason}', { since, reason });
    const isFolded = !unfolded.includes(reason);
    const heading = headingOf(GROUP + reason, { name: reason, title, place: 0, servers: some }, isFolded);
    const names = some.map(nameOf).join(', ');
    lines.push({ ...heading, trouble: names, about: `${title}\n${names}` });
  }
  return lines;
}

/** Without the address, which differs for each. */
const reasonOf = (server: Server): string => {
  const { name, ip } = server;
  let text = localReason(server) || t('no reason');
  for (const own of [name, ip]) if (own) text = text.replaceAll(own, '…');
  return text.replaceAll(/…\]?:\d+/g, '…');
};

const headingOf = (group: string, { title, place, servers }: Bundle, isFolded: boolean): GroupLine => ({
  key: group,
  group,
  server: null,
  title,
  about: title,
  count: servers.length,
  trouble: troubleOf(servers),
  isFolded,
  badness: Math.max(...servers.map(badnessOf)),
  place,
});

/** Name of a heading's group. */
export const nameOfGroup = (line: GroupLine): string => line.group.slice(GROUP.length);

const NOT_WELL: ReadonlySet<ServerStatus> = new Set(['OFFLINE', 'PROTECTED', 'UNKNOWN']);
const BY_BADNESS: Readonly<Record<number, string>> = { 6: 'critical', 3: 'warning', 1: 'careful' };

function troubleOf(servers: readonly Server[]): string {
  const counts = new Map<string, number>();
  for (const server of servers) {
    const word = NOT_WELL.has(server.status)
      ? t(WORDS[server.status]).toLowerCase()
      : BY_BADNESS[badnessOf(server)];
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const order = ['offline', 'critical', 'protected', 'warning', 'unknown', 'careful'];
  return order.flatMap((word) => (counts.has(word) ? [`${counts.get(word)} ${word}`] : [])).join(', ');
}

/** Adds headings; worst group first, order within groups unchanged. */
export function grouped(lines: readonly Line[]): Line[] {
  const headings = lines.filter((line): line is GroupLine => line.server === null);
  if (headings.length === 0) return [...lines];
  if (lines.some(({ group }) => group === '')) return amongOthers(lines);
  const members = new Map<string, Line[]>(headings.map((heading) => [heading.group, [heading]]));
  for (const line of lines) if (line.server !== null) members.get(line.group)?.push(line);
  return headings
    .sort((a, b) => b.badness - a.badness || a.place - b.place || compareNames(a.title, b.title))
    .flatMap(({ group }) => members.get(group) ?? []);
}

/** Headings among servers without a group keep their place. */
function amongOthers(lines: readonly Line[]): Line[] {
  const members = new Map<string, Line[]>();
  for (const line of lines)
    if (line.server !== null && line.group !== '')
      members.set(line.group, [...(members.get(line.group) ?? []), line]);
  return lines.flatMap((line) => {
    if (line.server === null) return [line, ...(members.get(line.group) ?? [])];
    return line.group === '' ? [line] : [];
  });
}
