import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { failAtEveryCall } from '../../../test/support/failing-disk.ts';
import { createMemoryDisk, type MemoryDisk } from '../../../test/support/memory-disk.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { nodeDisk, type Disk } from '../../core/files/disk.ts';
import { type AuditLine, commandsAuditPath, createAudit } from './audit.ts';
import { auditCommand } from './audit-command.ts';

const LINE: AuditLine = {
  time: 1_795_824_000_000,
  who: 'eve',
  role: 'operator',
  from: '192.0.2.7',
  action: 'addSilence',
  target: '/api/silences',
  status: 200,
};

function rig(folder = temporaryTree(), disk: Disk = nodeDisk) {
  const { problems, sentences } = keptProblems();
  const log: string[] = [];
  const path = `${folder}/state/audit-61208.jsonl`;
  const open = () => createAudit({ path, problems, log: (text) => void log.push(text), disk });
  return { open, path, log, sentences, text: (of = path) => readFileSync(of, 'utf8') };
}

it('is written at once, for the owner alone, and goes on after a restart', async () => {
  const { open, path, log, text } = rig();
  await open().write(LINE);
  expect(text()).toBe(`${JSON.stringify(LINE)}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = open();
  await again.write({ ...LINE, status: 403 });
  expect(again.newest()).toEqual([{ ...LINE, status: 403 }, LINE]);
  await again.write({ ...LINE, who: 'eve role=admin', role: null });
  expect(log.slice(1)).toEqual([
    'Refused: who=eve role=operator from=192.0.2.7 action=addSilence target=/api/silences status=403',
    'Changed: who="eve role=admin" role=- from=192.0.2.7 action=addSilence target=/api/silences status=200',
  ]);
});

it('begins another file when it is large, and keeps the one before', async () => {
  const { open, path, text } = rig();
  const audit = open();
  const long = { ...LINE, target: '/x'.repeat(100) };
  const perLine = JSON.stringify(long).length + 1;
  for (let bytes = 0; bytes < 530_000; bytes += perLine) await audit.write(long);
  const before = path.replace('.jsonl', '.1.jsonl');
  expect(text(before).length).toBeGreaterThan(500_000);
  expect(text().length).toBeLessThan(20_000);
  expect(open().newest()).toHaveLength(500);
});

it('refused attempts are few per minute, so that nobody pushes changes out', async () => {
  const { open } = rig();
  const audit = open();
  await audit.write(LINE);
  for (let guess = 0; guess < 1000; guess += 1) await audit.write({ ...LINE, status: 401 });
  expect(audit.newest()).toHaveLength(21);
  await audit.write({ ...LINE, time: LINE.time + 61_000, status: 401 });
  expect(audit.newest()).toHaveLength(22);
});

const PATH = '/state/audit-1.jsonl';
const linesOf = (disk: MemoryDisk): string[] =>
  Object.values(disk.contents()).flatMap((text) => text.split('\n').filter((line) => line !== ''));
const text = (...lines: AuditLine[]): string[] => lines.map((line) => JSON.stringify(line));
const at = (number: number): AuditLine => ({ ...LINE, time: LINE.time + number });

it.each([
  ['an empty folder', []],
  ['a file with lines', [at(1)]],
  [
    'a file that is full',
    Array.from({ length: 150 }, (_, number) => ({ ...at(number), target: 'x'.repeat(4000) })),
  ],
])('killed or failing at every disk call, it loses no line that it has written: %s', async (_, before) => {
  const makeDisk = () =>
    createMemoryDisk(before.length === 0 ? {} : { [PATH]: `${text(...before).join('\n')}\n` });
  /** Lines on disk, by what the audit says. */
  let written: AuditLine[] = [];
  const work = async (disk: Disk): Promise<void> => {
    written = [...before];
    let isGood = true;
    const problems = { report: (_path: string, problem: string | null) => void (isGood = problem === null) };
    const audit = createAudit({ path: PATH, problems, log: () => {}, disk });
    const given: AuditLine[] = [];
    for (const line of [at(5001), at(5002), { ...at(5002), who: 'mallory' }]) {
      given.push(line);
      await audit.write(line);
      if (isGood) written = [...before, ...given];
    }
  };
  const known = new Set(text(...before));
  const outcomes = await failAtEveryCall(makeDisk, work, async ({ name, error, disk }) => {
    expect(error, name).toBeNull();
    expect(linesOf(disk), name).toEqual(expect.arrayContaining(text(...written.slice(-10))));
    // The next process writes below whole lines only.
    await createAudit({ path: PATH, problems: { report: () => {} }, log: () => {}, disk }).write(at(6000));
    const kept = linesOf(disk);
    expect(kept, name).toEqual(expect.arrayContaining(text(...written.slice(-10), at(6000))));
    for (const line of kept)
      if (!known.has(line)) expect(() => JSON.parse(line) as unknown, name).not.toThrow();
  });
  expect(outcomes).toBeGreaterThan(20);
});

it('keeps two equal lines, and shows those of commands', async () => {
  const { open, path, text: all } = rig();
  const audit = open();
  await Promise.all([audit.write(LINE), audit.write(LINE)]);
  expect(all()).toBe(`${JSON.stringify(LINE)}\n`.repeat(2));
  const folder = dirname(path);
  await auditCommand({ folder, action: 'user add', target: 'eve' }, process.stderr);
  const server = createAudit({
    path,
    commandsPath: commandsAuditPath(folder),
    problems: keptProblems().problems,
    log: () => {},
  });
  expect(server.newest()).toMatchObject([{ from: 'command', action: 'user add', target: 'eve' }, LINE, LINE]);
});

it('loses nothing on a full disk', async () => {
  let isFull = true;
  const disk: Disk = {
    ...nodeDisk,
    open: (...given) => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return nodeDisk.open(...given);
    },
  };
  const { open, sentences, text } = rig(temporaryTree(), disk);
  const audit = open();
  await audit.write(LINE);
  expect(sentences.at(-1)).toMatch(/cannot be written: .*Changes are noted once it can\.$/);
  isFull = false;
  await audit.write({ ...LINE, status: 201 });
  expect(
    text()
      .split('\n')
      .map((line) => line.slice(-5)),
  ).toEqual(['200}'.padStart(5, ':'), ':201}', '']);
});
