import { readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { nodeDisk, type Disk } from '../../core/files/disk.ts';
import { type AuditLine, createAudit } from './audit.ts';

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
  expect(log[1]).toBe('Refused: addSilence /api/silences by eve (operator) from 192.0.2.7, status 403.');
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
