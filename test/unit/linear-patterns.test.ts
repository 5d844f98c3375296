/**
 * Regular expressions take time in proportion to what they read: one that backtracks lets whoever writes its input block
 * the agent. `GOLDEN_UPDATE=1` has recheck judge new literals and lists those that are linear. A plain run compares with the
 * list: recheck measures time, so its judgement of some literals is wrong on a busy machine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isFull } from '../support/full-run.ts';
import { scriptOf, sourceFiles } from '../support/source-files.ts';

// Each access to a member of the module passes a proxy of Vitest.
const { ScriptTarget, createSourceFile, forEachChild, isRegularExpressionLiteral } = ts;

const ROOT = join(import.meta.dirname, '../..');
const LIST = join(import.meta.dirname, '../fixtures/linear-patterns.txt');
const SOURCES = ['src', 'web', 'scripts/record-host'];

const IS_UPDATE = process.env['GOLDEN_UPDATE'] === '1';
const UPDATE = 'GOLDEN_UPDATE=1 npx vitest run --project unit test/unit/linear-patterns.test.ts';

const listed = new Set(readFileSync(LIST, 'utf8').split('\n'));

/** Path and code of every module; of a component, its scripts. */
const SCRIPTS = sourceFiles(ROOT, ...SOURCES).map(([path, text]) => [path, scriptOf(path, text)] as const);

/** Literal → a file that has it. */
function literals(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, code] of SCRIPTS) for (const literal of literalsIn(code)) found.set(literal, path);
  return found;
}

/** What may be a literal: a slash where no value can end, so that it is no division, and no comment. */
const MAY_BE_LITERAL =
  /(?:^|[(,=:[!&|?{;>+]|\b(?:return|case))\s*(?=(\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])*\/[a-z]*))/gm;

function literalsIn(code: string): string[] {
  const found: string[] = [];
  const candidates = [...code.matchAll(MAY_BE_LITERAL)].map(([, literal = '']) => literal);
  // Nothing is to be judged in most files, and a parser takes seconds for all.
  if (candidates.every((literal) => listed.has(literal))) return candidates;
  const visit = (node: ts.Node): void => {
    if (isRegularExpressionLiteral(node)) found.push(node.text);
    forEachChild(node, visit);
  };
  visit(createSourceFile('x.ts', code, ScriptTarget.Latest));
  return found;
}

/** Null: linear. */
async function problemOf(literal: string): Promise<string | null> {
  // Loading it takes longer than reading all sources.
  const { check } = await import('recheck');
  const end = literal.lastIndexOf('/');
  const result = await check(literal.slice(1, end), literal.slice(end + 1), { timeout: 20_000 });
  if (result.status === 'safe') return null;
  return result.status === 'vulnerable'
    ? `${result.complexity.summary}, for example ${result.attack.pattern}`
    : `not decided (${result.error.kind}): write it in a simpler way`;
}

/**
 * Patterns that are built, by file: literals that stand for all that can come out, or null where users write them for their
 * own agent or page, in the configuration or in a field.
 */
const BUILT: Readonly<Record<string, readonly string[] | null>> = {
  'scripts/record-host/scrub.ts': ['/(?<![\\w-])recorded-host(?![\\w-])/g'],
  'src/explain/incident/redact.ts': ['/(?<![a-z0-9])(?:recorded-host|alice|bob)(?![a-z0-9])/gi'],
  'src/alerts/actions/template.ts': [
    String.raw`/(?<blank>\s+)|(?<tag>\{\{\{(?<triple>[^{}]*)\}\}\}|\{\{&?(?<double>[^{}]*)\}\})|"(?<quoted>[^"]*)"|'(?<single>[^']*)'|(?<and>&&)|(?<comma>,)|(?<text>(?:[^\s,"'|>{&]|\{(?!\{)|&(?!&))+)/y`,
  ],
  'src/http/server/route-table.ts': ['/^\\/api\\/4\\/[^/]+\\/.*$/s'],
  'src/core/pattern.ts': null,
  'src/core/process-filter.ts': null,
  'src/core/redact.ts': ['/[^\\s\'"`]+/y', String.raw`/\\"[^"]*"?|"(?:[^"\\]|\\[^])*"?|[^\s,}\]]+/y`],
  'src/net/deliver/parse.ts': [
    String.raw`/^(?:[^\s<>@,;:"()\\[\]]+@[^\s<>@,;:"()\\[\]]+|[^<>@,;:"()\\\p{Cc}]+ <[^\s<>@,;:"()\\[\]]+@[^\s<>@,;:"()\\[\]]+>)$/u`,
  ],
  'src/show/display/filter.ts': null,
  'src/measure/linux/hardware-names.ts': ['/^15D8,[ \\t]*C1,[ \\t]*(\\S.*)$/m'],
  'src/export/metrics/process.ts': ['/^Max open files +(\\d+|unlimited)/m'],
  'src/export/node-profile/collectors/diskstats.ts': ['/^E:ID_SERIAL=(.*)$/m'],
};

describe('patterns that are built', () => {
  it('are known, all of them', () => {
    const building = SCRIPTS.filter(([, code]) => /\bRegExp\(/.test(code));
    expect(building.map(([path]) => path).sort()).toEqual(Object.keys(BUILT).sort());
  });
});

describe('regular expressions', () => {
  it('are linear', { timeout: 600_000 }, async () => {
    const all = literals();
    for (const [path, samples] of Object.entries(BUILT))
      for (const sample of samples ?? []) all.set(sample, path);
    const unlisted = [...all].filter(([literal]) => !listed.has(literal));
    if (!IS_UPDATE) {
      expect(unlisted, `judge them: ${UPDATE}`).toEqual([]);
      return;
    }
    const problems: string[] = [];
    for (const [literal, path] of unlisted) {
      const problem = await problemOf(literal);
      if (problem === null) listed.add(literal);
      else problems.push(`${path}: ${literal} is ${problem}`);
    }
    const lines = [...listed].filter((literal) => all.has(literal)).sort();
    writeFileSync(LIST, lines.join('\n') + '\n');
    expect(problems).toEqual([]);
  });

  it.runIf(isFull || IS_UPDATE)('that backtrack are found', async () => {
    expect(await problemOf('/(a+)+$/')).toContain('exponential');
    expect(await problemOf('/<(\\w+)(\\w*)>/g')).toContain('polynomial');
    expect(await problemOf('/^[a-z]+$/')).toBeNull();
  });
});
