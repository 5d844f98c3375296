/** Rules that are set on the page: validated as the configuration, kept beside it, with author, time and undo of each change. */
import { isAbsent } from '../../core/files/error-code.ts';
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { createStateFile, parseList } from '../../core/files/state-file.ts';
import { createInTurn } from '../../core/in-turn.ts';
import { ConfigError } from '../../core/errors.ts';
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { RuleChange, RuleEdit, Rules } from '../../serve/route/rules.ts';
import {
  pageFileText,
  type PageFile,
  type PageRule,
  parsePageFile,
  ruleOption,
} from '../config/page-rules.ts';

/** Bytes of the largest file that makes sense. */
const MOST_BYTES = 256 * 1024;
/** Changes that can be undone. */
const MOST_CHANGES = 200;

export interface PageRulesSetup {
  /** Null: no folder of the configuration is known. */
  path: string | null;
  plugins: ReadonlyMap<string, Plugin>;
  clock: Clock;
  /** Rejects with `ConfigError` where the configuration would be wrong with these rules. */
  check(page: PageFile): Promise<unknown>;
  /** Puts the configuration into force. */
  reload(): Promise<void>;
  disk?: Disk;
}

/** Reads the file of the page; null where there is none. Throws `ConfigError`. */
export function readPageFile(path: string | null, plugins: ReadonlyMap<string, Plugin>): PageFile | null {
  if (path === null) return null;
  let bytes: Uint8Array;
  try {
    bytes = readSmallFile(path, MOST_BYTES);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw new ConfigError([`The rules of the page in ${path} cannot be read: ${reasonOf(error)}.`]);
  }
  return parsePageFile(bytes, path, plugins);
}

export function createPageRules(setup: PageRulesSetup): Rules {
  const { path, plugins, clock, disk = nodeDisk } = setup;
  const inTurn = createInTurn();
  const options = { disk, most: MOST_BYTES * 4 };
  const changesFile = createStateFile(`${path}.changes.json`, {
    ...options,
    parse: (text) => parseList(text, isChange),
  });
  const rulesFile = createStateFile(path ?? '', {
    ...options,
    parse: (text) => ({ value: text, damaged: 0 }),
  });

  const rules = (): readonly PageRule[] => readPageFile(path, plugins)?.rules ?? [];
  const changes = (): RuleChange[] => (path === null ? [] : (changesFile.load().value ?? []));

  const valueIn = (those: readonly PageRule[], { section, key }: RuleEdit): string | null =>
    those.find((rule) => rule.section === section && rule.key === key)?.value ?? null;

  /** Writes the rules before the change is listed: a change that is listed was made. */
  const apply = async (
    edits: readonly RuleEdit[],
    author: string,
    undoes: number | null,
  ): Promise<RuleChange> => {
    if (path === null) throw new ConfigError(['There is no folder for rules: set HOME, or start with -C.']);
    const before = rules();
    const others = before.filter((rule) => edits.every((edit) => !isSame(edit, rule)));
    const set = edits.flatMap(({ section, key, value }) => (value === null ? [] : [{ section, key, value }]));
    const text = pageFileText([...others, ...set]);
    await setup.check(parsePageFile(Buffer.from(text), path, plugins));
    const known = changes();
    const change: RuleChange = {
      id: Math.max(0, ...known.map(({ id }) => id)) + 1,
      time: Math.round(clock.now()),
      author,
      undoes,
      edits: edits.map((edit) => ({ ...edit, before: valueIn(before, edit) })),
    };
    rulesFile.load();
    await rulesFile.save(text);
    await changesFile.save(`${JSON.stringify([change, ...known].slice(0, MOST_CHANGES), null, 2)}\n`);
    await setup.reload();
    return change;
  };

  return {
    file: path,
    list: () => rules().map(({ section, key, value }) => ({ section, key, value })),
    changes,
    option(section, key) {
      const option = ruleOption(section, key, plugins);
      return option === undefined ? null : { type: option.type, description: option.description };
    },
    change: (edits, author) => inTurn(() => apply(edits, author, null)),
    undo: (id, author) =>
      inTurn(async () => {
        const change = changes().find((one) => one.id === id);
        if (change === undefined) return null;
        const back = change.edits.map(({ section, key, before }) => ({ section, key, value: before }));
        return apply(back, author, id);
      }),
  };
}

const isSame = (a: RuleEdit, b: PageRule): boolean => a.section === b.section && a.key === b.key;

function isChange(value: unknown): value is RuleChange {
  const { id, time, author, edits } = (value ?? {}) as Partial<Record<keyof RuleChange, unknown>>;
  return (
    typeof id === 'number' && typeof time === 'number' && typeof author === 'string' && Array.isArray(edits)
  );
}
