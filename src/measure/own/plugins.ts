/** The plugins of `[metric_NAME]`, made when the configuration is read. */
import { FIELD_PLUGINS } from '../../core/glances-names.ts';
import { isTrue, numberOf } from '../../core/option-parse.ts';
import { sectionOption } from '../../core/options.ts';
import { definePlugin, type Plugin } from '../../core/plugin.ts';
import { MOST_IN_ALL } from './bounds.ts';
import { fieldsWith, type OwnItem } from './declaration.ts';
import { EVERY_SECONDS, PREFIX, SOURCE_OPTIONS, TIMEOUT_SECONDS, WAYS } from './options.ts';
import { pushedNumbers } from './pushed.ts';
import { isOfGander } from './sample.ts';
import type { Room } from './series.ts';

/** Texts of a section by key. */
interface SourceSection {
  readonly section: string;
  readonly where: string;
  readonly texts: ReadonlyMap<string, string>;
}

export interface OwnPlugins {
  readonly plugins: readonly Plugin[];
  /** One sentence each. */
  readonly problems: readonly string[];
}

const NAME = /^[a-z][a-z0-9_]{0,31}$/;
/** Other sections, and words in paths of the API. */
const RESERVED = new Set([
  'all',
  'args',
  'config',
  'help',
  'pluginslist',
  'processes',
  'status',
  'token',
  'global',
]);
/** Seconds beyond its time limit after which a reading counts as stalled. */
const SPARE_SECONDS = 5;
/** Seconds between two readings of what was sent. */
const PUSH_SECONDS = 10;
const SHORTEST_TOKEN = 16;
const NO_DELAYS = [0, 0] as const;

/**
 * @param taken names of plugins and sections
 * @param mayRun false: `--disable-config-exec`
 */
export function ownPlugins(
  sections: readonly SourceSection[],
  taken: ReadonlySet<string>,
  mayRun: boolean,
): OwnPlugins {
  const room: Room = { left: MOST_IN_ALL };
  const plugins: Plugin[] = [];
  const problems: string[] = [];
  for (const { section, where, texts } of sections) {
    const name = section.slice(PREFIX.length);
    const problem = problemOf(name, texts, taken);
    if (problem === null) plugins.push(ownPlugin(name, texts, { mayRun, room }));
    else problems.push(`${where}: [${section}] ${problem}`);
  }
  return { plugins, problems };
}

function problemOf(
  name: string,
  texts: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): string | null {
  if (!NAME.test(name))
    return 'needs another name: lower-case letters, digits and _, beginning with a letter, 32 at most.';
  if (taken.has(name) || FIELD_PLUGINS.has(name) || RESERVED.has(name) || isOfGander(`${name}_`))
    return `cannot be named ${name}, which is a name of Gander. Choose another one.`;
  const ways = WAYS.filter((way) => (texts.get(way) ?? '') !== '');
  if (
    texts.get('push')?.trim().toLowerCase() === 'otlp' &&
    (texts.get('token') ?? '').length < SHORTEST_TOKEN
  )
    return `needs a token of at least ${SHORTEST_TOKEN} characters, which senders of OTLP name in the header x-gander-token.`;
  if (isTrue(texts.get('daemon') ?? '') && (ways[0] !== 'command' || texts.get('format') === 'nagios'))
    return 'has daemon=True, which needs command and another format than nagios.';
  if (ways.length === 1) return null;
  return ways.length === 0
    ? `says nothing of where its numbers are. Set one of ${WAYS.join(', ')}.`
    : `has ${ways.join(' and ')}. Keep one of them.`;
}

function ownPlugin(
  name: string,
  texts: ReadonlyMap<string, string>,
  { mayRun, room }: { mayRun: boolean; room: Room },
): Plugin {
  const number = (key: string, fallback: number): number => numberOf(texts.get(key) ?? '') ?? fallback;
  const way = WAYS.find((one) => texts.get(one));
  return definePlugin({
    name,
    shape: 'list',
    key: 'name',
    description: `Numbers of users: [${PREFIX}${name}], by its ${way}.`,
    refresh: number('every', way === 'push' ? PUSH_SECONDS : EVERY_SECONDS),
    deadline: number('timeout', TIMEOUT_SECONDS) + SPARE_SECONDS,
    metrics: 'by item',
    fields: fieldsWith(NO_DELAYS),
    options: {
      source: sectionOption(PREFIX + name, SOURCE_OPTIONS, 'Where the numbers come from.'),
    },
    create({ host, options, notice, instance }) {
      const values = options.source[0]?.values;
      const pushed = way === 'push' ? instance(pushedNumbers) : null;
      let reader: (() => Promise<OwnItem[]>) | null = null;
      return {
        async read() {
          if (values === undefined) return [];
          // Nothing of it is loaded without a source.
          reader ??= (await import('./reader.ts')).createReader({
            name,
            values,
            host,
            notice,
            mayRun,
            room,
            pushed,
          });
          return reader();
        },
      };
    },
  });
}
