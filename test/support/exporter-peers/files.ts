/** Files on this machine, and the port that Prometheus scrapes. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { numbersOf, type Peer, type Stored, strictly } from './peer.ts';

const LIVE = {
  fails: 'never',
  refuses: 'nobody reads them before they count as sent',
  hasIds: false,
  resolution: null,
  keepsNames: true,
  isLocal: true,
} as const;

const inFolder =
  (
    optionsOf: (folder: string) => Peer['options'],
    read: (folder: string) => Stored[],
    traits: Partial<Peer> = {},
  ) =>
  async (): Promise<Peer> => {
    const folder = mkdtempSync(join(tmpdir(), 'gander-peer-'));
    return {
      ...LIVE,
      options: optionsOf(folder),
      ...traits,
      set: async () => {},
      async stored() {
        const found = read(folder);
        // The next values begin new files.
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
        return found;
      },
      close: async () => rmSync(folder, { recursive: true, force: true }),
    };
  };

/** Records of RFC 4180. */
function records(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\n)/y;
  while (cell.lastIndex < text.length) {
    const [, content = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error('not RFC 4180');
    rows.at(-1)?.push(content.replace(/^"([^]*)"$/, '$1').replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

function csvValues(folder: string): Stored[] {
  const [header = [], ...rows] = records(readFileSync(join(folder, 'table.csv'), 'utf8'));
  return rows.flatMap(([time, ...cells]) =>
    cells.flatMap((cell, index) =>
      /^[\d.]+$/.test(cell)
        ? [{ name: header[index + 1] ?? '', value: Number(cell), time: Date.parse(`${time}Z`), id: null }]
        : [],
    ),
  );
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Values of the lines of a chart, by the labels of its axis. */
function chartValues(file: string): Stored[] {
  if (!existsSync(file)) return [];
  const svg = readFileSync(file, 'utf8');
  strictly(/^([^<]*)$/, svg.replaceAll(/<\/?\w+(?: [\w-]+="[^"<]*")*\/?>/g, ''));
  const labels = [...svg.matchAll(/y="([\d.]+)"[^>]*text-anchor="end">([\d.]+)<\/text>/g)];
  const [[, bottom = ''] = [], [, top = '', most = ''] = []] = [labels[0], labels.at(-2)].map(
    (label) => label ?? [],
  );
  const names = [...svg.matchAll(/<text x="\d+" y="\d+" fill="#e6e6e6">([^<]*)/g)].map(([, name = '']) =>
    unescaped(name),
  );
  return [...svg.matchAll(/<path d="([^"]*)"/g)].flatMap(([, path = ''], index) =>
    [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => ({
      name: names[index] ?? '',
      value:
        Math.round(((Number(bottom) - 4 - Number(y)) / (Number(bottom) - Number(top))) * Number(most) * 10) /
        10,
      time: null,
      id: null,
    })),
  );
}

async function prometheus(): Promise<Peer> {
  const port = await freePort();
  let text = '';
  return {
    ...LIVE,
    options: { host: '127.0.0.1', port },
    set: async () => {},
    async look() {
      text = await (
        await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } })
      ).text();
    },
    async stored() {
      return text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => strictly(/^([a-z_]\w*\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)*\}) ([\d.]+)$/, line))
        .map(([name = '', value]) => ({
          name: name.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)),
          value: Number(value),
          time: null,
          id: null,
        }));
    },
    close: async () => {},
  };
}

export const FILES = {
  csv: inFolder((folder) => ({ file: join(folder, 'table.csv') }), csvValues, { resolution: 1000 }),
  graph: inFolder(
    (path) => ({ path }),
    (folder) => ['load', 'fs'].flatMap((plugin) => chartValues(join(folder, `${plugin}.svg`))),
    { keepsNames: false },
  ),
  json: inFolder(
    (folder) => ({ file: join(folder, 'values.json') }),
    (folder) => {
      const plugins = JSON.parse(readFileSync(join(folder, 'values.json'), 'utf8')) as Record<
        string,
        Record<string, unknown>
      >;
      return Object.entries(plugins).flatMap(([plugin, map]) =>
        numbersOf(plugin, map, { time: null, id: null }),
      );
    },
  ),
  prometheus,
} as const;
