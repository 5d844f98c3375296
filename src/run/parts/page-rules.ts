/** Rules set on the page: validated like the configuration and stored beside it, with author, time and undo of each change. */
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import { createStateFile, parseAs } from '../../core/files/state-file.ts';
import { orNull } from '../../core/or-null.ts';
import { createMutex } from '../../core/mutex.ts';
import { ConfigError } from '../../core/errors.ts';
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import { REDACTED } from '../../core/redact.ts';
import type { TestResult } from '../../alerts/notify/test-target.ts';
import { CHANGE, type RuleChange, type RuleEdit, type Rules } from '../../alerts/rules/rules.ts';
import { lossyListOf } from '../../core/shape.ts';
import type { RawConfig } from '../config/load.ts';
import {
  isPageKey,
  pageFileText,
  type PageFile,
  type PageRule,
  parsePageFile,
} from '../config/page-rules.ts';
import {
  isPublicTargetKey,
  isTargetSection,
  mayBeSecret,
  SHARED_PAGE_OPTIONS,
} from '../config/target-sections.ts';
import { MOST_BYTES, readPageFile } from './page-file.ts';
import { ruleForm } from './rule-form.ts';

/** Number of changes that can be undone. */
const MOST_CHANGES = 200;

interface PageRulesSetup {
  /** Null: the configuration has no folder. */
  path: string | null;
  plugins: ReadonlyMap<string, Plugin>;
  clock: Clock;
  problems: Pick<FileProblems, 'report'>;
  /** Rejects with `ConfigError` if the configuration would be invalid with these rules. */
  check(page: PageFile): Promise<unknown>;
  /** Applies the configuration. */
  reload(): Promise<void>;
  /** Returns the configuration in force. */
  raw(): RawConfig;
  /** Sends a test to a target, unless it runs a program. */
  sendTest(name: string): Promise<TestResult>;
  disk?: Disk;
}

export function createPageRules(setup: PageRulesSetup): Rules {
  const { path, plugins, clock, disk = nodeDisk } = setup;
  const inTurn = createMutex();
  const options = { disk, most: MOST_BYTES * 4 };
  const changesFile = createStateFile(`${path}.changes.json`, {
    ...options,
    parse: parseAs(lossyListOf(CHANGE)),
    reports: {
      problems: setup.problems,
      loss: 'Rules cannot be changed on the page, and no change can be undone.',
    },
  });
  const rulesFile = createStateFile(path ?? '', {
    ...options,
    parse: (text) => ({ value: text, problems: [] }),
    // Its rules are checked, and reported, with the configuration.
    reports: null,
  });

  if (path !== null) changesFile.load();

  const rules = (): readonly PageRule[] => readPageFile(path, plugins)?.rules ?? [];
  const changes = (): readonly RuleChange[] => {
    const [last, ...others] = (path === null ? null : changesFile.load().value) ?? [];
    if (last === undefined) return [];
    // The agent may have ended before it wrote the rules.
    return isMade(last, orNull(rules)) ? [last, ...others] : others;
  };

  const valueIn = (those: readonly PageRule[], { section, key }: RuleEdit): string | null =>
    those.find((rule) => rule.section === section && rule.key === key)?.value ?? null;

  /** Both are written, or neither: a rule that is refused is not in force, and one in force can be taken back. */
  const saveBoth = async (text: string, listed: readonly RuleChange[], known: readonly RuleChange[]) => {
    const before = rulesFile.load().value;
    try {
      await changesFile.save(listOf(listed));
      await rulesFile.save(text);
    } catch (error) {
      // A save that fails may have replaced its file.
      await rulesFile.save(before).catch(() => {});
      if (rulesFile.load().value === text) return;
      await changesFile.save(known.length === 0 ? null : listOf(known)).catch(() => {});
      throw error;
    }
  };

  const apply = async (
    edits: readonly RuleEdit[],
    author: string,
    undoes: number | null,
  ): Promise<RuleChange> => {
    if (path === null) throw new ConfigError(['There is no folder for rules: set HOME, or start with -C.']);
    const before = rules();
    if (undoes === null) refuseKeptSecrets(before, edits);
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
    await saveBoth(text, [change, ...known].slice(0, MOST_CHANGES), known);
    await setup.reload();
    return change;
  };

  return {
    file: path,
    list: () =>
      rules().map(({ section, key, value }) => ({ section, key, value: shown(section, key, value) })),
    changes: () => changes().map(withoutSecrets),
    isKnown: (section, key) => isPageKey(section, key, plugins),
    form: () => ruleForm(setup.raw(), rules()),
    change: (edits, author) => inTurn(async () => withoutSecrets(await apply(edits, author, null))),
    undo: (id, author) =>
      inTurn(async () => {
        const known = changes();
        const at = known.findIndex((one) => one.id === id);
        const change = known[at];
        if (change === undefined) return null;
        refuseLaterTargets(change, known.slice(0, at), rules());
        const back = change.edits.map(({ section, key, before }) => ({ section, key, value: before }));
        return withoutSecrets(await apply(back, author, id));
      }),
    async test(name) {
      const { outcome, text } = await setup.sendTest(name);
      return outcome === 'unknown' ? null : { isSent: outcome === 'sent', text };
    },
  };
}

/** Keys of a target with its destination and secrets. */
const isWiring = ({ section, key }: Pick<PageRule, 'section' | 'key'>): boolean =>
  isTargetSection(section) && !Object.hasOwn(SHARED_PAGE_OPTIONS, key);

/**
 * Secrets are bound to their destination: a target with another destination needs them again. Throws `ConfigError`.
 * @param before all rules
 */
function refuseKeptSecrets(before: readonly PageRule[], edits: readonly RuleEdit[]): void {
  const targets = new Set(edits.filter(isWiring).map(({ section }) => section));
  const problems = [...targets].flatMap((name) => {
    const own = before.filter(({ section }) => section === name);
    const type = own.find(({ key }) => key === 'type')?.value;
    const kept = own.filter((rule) => isWiring(rule) && !isPublicTargetKey(type, rule.key));
    const missing = kept.filter((rule) => !edits.some((edit) => isSame(edit, rule))).map(({ key }) => key);
    if (missing.length === 0) return [];
    return [`[${name}] changes only together with its secrets: enter ${missing.join(', ')} again.`];
  });
  if (problems.length > 0) throw new ConfigError(problems);
}

/**
 * A change of a target can be undone only while the target is unchanged since, so no secret returns to a target with another
 * destination. Throws `ConfigError`.
 * @param later later changes, newest first
 */
function refuseLaterTargets(
  change: RuleChange,
  later: readonly RuleChange[],
  rules: readonly PageRule[],
): void {
  const edits = later.flatMap((one) => one.edits);
  for (const name of new Set(change.edits.filter(isWiring).map(({ section }) => section))) {
    const own = <T extends PageRule | RuleEdit>(all: readonly T[]): T[] =>
      all.filter((one) => one.section === name && isWiring(one));
    const now = new Map<string, string | null>(own(rules).map(({ key, value }) => [key, value]));
    const then = new Map(now);
    for (const { key, before } of own(edits)) then.set(key, before);
    if ([...then].some(([key, value]) => value !== (now.get(key) ?? null)))
      throw new ConfigError([`[${name}] has changed since: take back its later changes first.`]);
  }
}

const shown = <T extends string | null>(section: string, key: string, value: T): T | string =>
  value !== null && isTargetSection(section) && mayBeSecret(key) ? REDACTED : value;

const withoutSecrets = (change: RuleChange): RuleChange => ({
  ...change,
  edits: change.edits.map(({ section, key, value, before }) => ({
    section,
    key,
    value: shown(section, key, value),
    before: shown(section, key, before),
  })),
});

const listOf = (changes: readonly RuleChange[]): string => `${JSON.stringify(changes, null, 2)}\n`;

/** @param rules null: they cannot be read */
const isMade = ({ edits }: RuleChange, rules: readonly PageRule[] | null): boolean =>
  rules === null ||
  edits.every((edit) => (rules.find((rule) => isSame(edit, rule))?.value ?? null) === edit.value);

const isSame = (a: RuleEdit, b: PageRule): boolean => a.section === b.section && a.key === b.key;
