import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFailingDisk, type Fault } from '../../../test/support/failing-disk.ts';
import { isFull, onlyInFull } from '../../../test/support/full-run.ts';
import { pageRulesIn } from '../../../test/support/page-rules.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import { readPageFile } from './page-file.ts';

const WARNING = { section: 'cpu', key: 'total_warning', value: '80' };
const text = (path: string): string => readFileSync(path, 'utf8').replaceAll(/^#.*\n/gm, '');

describe('rules of the page', () => {
  it('are kept for the owner alone, win over the file, and take effect', async () => {
    const folder = temporaryTree({ 'gander.conf': '[cpu]\ntotal_warning=70\ntotal_critical=95\n' });
    const { rules, path, loaded } = pageRulesIn(folder);
    const kind = { section: 'alerts', key: 'fs_full', value: 'False' };
    const change = await rules.change([WARNING, kind], '::1');
    expect(change).toMatchObject({ id: 1, author: '::1', undoes: null });
    expect(change.edits.map(({ before }) => before)).toEqual([null, null]);
    expect(text(path)).toBe('\n[alerts]\nfs_full = False\n\n[cpu]\ntotal_warning = 80\n');
    expect([path, `${path}.changes.json`].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(loaded[0]?.settings.section('cpu')).toEqual({ total_warning: '80', total_critical: '95' });
    expect(loaded[0]?.sections.alerts['fs_full']).toBe(false);
    expect(loaded[0]?.raw['cpu']).toEqual({ total_warning: '80', total_critical: '95' });
    expect(loaded[0]?.placeOf('cpu', 'total_warning')).toBe(`${path}:8`);
  });

  it('are none in a home that cannot be entered', () => {
    // Root enters every folder, but follows no circle of links.
    const home = join(temporaryTree(), 'circle');
    symlinkSync(home, home);
    expect(readPageFile(join(home, '.config/gander/gander.d/page.conf'), new Map())).toBeNull();
  });

  it('are taken back one change at a time, also after a restart', async () => {
    const folder = temporaryTree();
    await pageRulesIn(folder).rules.change([WARNING], 'a');
    await pageRulesIn(folder).rules.change([{ ...WARNING, value: '90' }], 'b');
    const { rules, path } = pageRulesIn(folder);
    expect(await rules.undo(2, 'c')).toMatchObject({ id: 3, undoes: 2, author: 'c' });
    expect(text(path)).toContain('total_warning = 80');
    await rules.undo(1, 'c');
    expect([rules.list(), text(path)]).toEqual([[], '']);
    expect(rules.changes().map(({ id, undoes }) => [id, undoes])).toEqual([
      [4, 1],
      [3, 2],
      [2, null],
      [1, null],
    ]);
    expect(await rules.undo(9, 'c')).toBeNull();
  });

  it.each<Fault>(['EIO', 'full', ...onlyInFull<Fault>('a rule on a full disk', 'ENOSPC')])(
    'are saved with their change, or not at all: %s',
    async (fault) => {
      let calls = 1;
      for (let at = 0; at < calls; at += isFull ? 1 : 2) {
        const folder = temporaryTree();
        await pageRulesIn(folder).rules.change([WARNING], 'a');
        const disk = createFailingDisk(nodeDisk, at, fault);
        const isRefused = await pageRulesIn(folder, undefined, disk)
          .rules.change([{ ...WARNING, value: '90' }], 'b')
          .then(
            () => false,
            () => true,
          );
        calls = Math.max(calls, disk.calls.length);
        const { rules } = pageRulesIn(folder);
        const found = [rules.list()[0]?.value, rules.changes().length];
        expect(found, `${disk.calls[at]}`).toEqual(isRefused ? ['80', 1] : ['90', 2]);
      }
      expect(calls).toBeGreaterThan(15);
    },
  );

  it.each([
    [{ ...WARNING, value: 'much' }, /page\.conf:5: .*total_warning/],
    [{ section: 'alerts', key: 'fs_full', value: 'perhaps' }, /fs_full/],
  ])('that are wrong change nothing: %j', async (edit, words) => {
    const { rules, loaded } = pageRulesIn(temporaryTree());
    await expect(rules.change([edit], 'a')).rejects.toThrow(words);
    expect([rules.list(), rules.changes(), loaded]).toEqual([[], [], []]);
  });

  it.each([
    ['cpu', 'total_critical_action'],
    ['cpu', 'refresh'],
    ['outputs', 'port'],
    ['passwords', 'default'],
    ['alerts', 'nothing'],
    ['notify_x', 'command'],
    ['notify_x', 'topic_file'],
    ['notify_x', 'ca_file'],
    ['notify_x', 'private_addresses'],
    ['notify_a b', 'min_level'],
  ])('are no other keys: [%s] %s', async (section, key) => {
    const { rules, path, load } = pageRulesIn(
      temporaryTree({ 'gander.d/page.conf': `[${section}]\n${key}=1\n` }),
    );
    expect(rules.isKnown(section, key)).toBe(false);
    expect(() => rules.list()).toThrow(`${path}:2: [${section}] ${key} is no rule of the page`);
    expect(load).toThrow('Move it to gander.conf.');
  });

  it('are one after the other', async () => {
    const { rules } = pageRulesIn(temporaryTree());
    const values = ['81', '82', '83'];
    const made = await Promise.all(values.map((value) => rules.change([{ ...WARNING, value }], 'a')));
    expect(made.map(({ edits }) => edits[0]?.before)).toEqual([null, '81', '82']);
  });

  it.each([
    'damaged',
    // An edit that is none.
    '[{"id":1,"time":1,"author":"a","undoes":null,"edits":[null]}]',
  ])('never overwrite a list of changes that cannot be read: %s', async (text) => {
    const folder = temporaryTree({ 'gander.d/page.conf.changes.json': text });
    const { sentences, rules, path } = pageRulesIn(folder);
    await expect(rules.change([WARNING], 'a')).rejects.toThrow(/is damaged/);
    expect(rules.list(), 'a refused rule is not in force').toEqual([]);
    expect(readFileSync(`${path}.changes.json`, 'utf8')).toBe(text);
    expect(sentences).toEqual([
      expect.stringMatching(/changes\.json is damaged.*\. Rules cannot be changed/),
    ]);
  });

  it('are never commands', async () => {
    const folder = temporaryTree({ 'gander.d/page.conf': '[cpu]\ntotal_warning=`touch /tmp/x`\n' });
    chmodSync(folder, 0o700);
    writeFileSync(`${folder}/gander.conf`, '[cpu]\n');
    await expect(pageRulesIn(folder).load()).rejects.toThrow(/total_warning/);
  });
});

const TARGET = [
  { section: 'notify_phone', key: 'type', value: 'gotify' },
  { section: 'notify_phone', key: 'server', value: 'https://push.example.org' },
  { section: 'notify_phone', key: 'token', value: 'S3CRET' },
];
const MOVE = { section: 'notify_phone', key: 'server', value: 'https://elsewhere.example.org' };

describe('targets of the page', () => {
  it('are created, shown without their secrets, and taken back', async () => {
    const { rules, path, loaded } = pageRulesIn(temporaryTree());
    const change = await rules.change(TARGET, 'a');
    expect(text(path)).toContain('token = S3CRET');
    expect(loaded[0]?.targets).toMatchObject([{ name: 'phone', type: { type: 'gotify' }, isOfPage: true }]);
    const [target] = rules.form().targets;
    expect(target).toMatchObject({ name: 'phone', type: 'gotify', editable: 'all' });
    expect(target?.fields.filter(({ value }) => value !== null)).toMatchObject([
      { key: 'server', value: 'https://push.example.org', required: true, secret: false },
      { key: 'token', value: '********', required: true, secret: true },
    ]);
    expect(JSON.stringify([change, rules.list(), rules.changes(), rules.form()])).not.toContain('S3CRET');
    expect(await rules.test('phone')).toEqual({ isSent: true, text: 'gotify took the test message.' });
    await rules.change(
      TARGET.map((edit) => ({ ...edit, value: null })),
      'a',
    );
    expect(rules.form().targets).toEqual([]);
    await rules.undo(2, 'a');
    expect(text(path)).toContain('token = S3CRET');
  });

  it('say why a disabled one cannot be tested, and which are unknown', async () => {
    const { rules } = pageRulesIn(temporaryTree());
    await rules.change([...TARGET, { section: 'notify_phone', key: 'disable', value: 'True' }], 'a');
    expect(await rules.test('phone')).toEqual({ isSent: false, text: 'phone is turned off.' });
    expect(await rules.test('nobody')).toBeNull();
  });

  it('take no secret to another address', async () => {
    const { rules, path } = pageRulesIn(temporaryTree());
    await rules.change(TARGET, 'a');
    await expect(rules.change([MOVE], 'a')).rejects.toThrow(
      '[notify_phone] changes only together with its secrets: enter token again.',
    );
    await rules.change([{ section: 'notify_phone', key: 'min_level', value: 'critical' }], 'a');
    await rules.change([MOVE, { section: 'notify_phone', key: 'token', value: 'other' }], 'a');
    await expect(rules.undo(1, 'a')).rejects.toThrow('[notify_phone] has changed since');
    await rules.undo(3, 'a');
    expect(text(path)).toContain('server = https://push.example.org\ntoken = S3CRET');
    expect(rules.list()).toHaveLength(4);
    await expect(rules.undo(1, 'a')).rejects.toThrow('[notify_phone] needs a type');
  });

  it('never run programs, and change nothing of those that do', async () => {
    const folder = temporaryTree({
      'gander.conf':
        '[notify_hook]\ntype=exec\ncommand=/bin/true\n[notify_mine]\ntype=gotify\nserver=https://a.example\ntoken=T\n',
    });
    const { rules, loaded, load } = pageRulesIn(folder);
    const edit = (section: string, key: string, value: string) =>
      rules.change([{ section, key, value }], 'a');
    await expect(edit('notify_x', 'type', 'exec')).rejects.toThrow('type is no rule of the page');
    await expect(edit('notify_x', 'type', 'webpush')).rejects.toThrow('type is no rule of the page');
    await expect(edit('notify_hook', 'min_level', 'critical')).rejects.toThrow(/gander\.conf:2 sets up/);
    await expect(edit('notify_hook', 'type', 'gotify')).rejects.toThrow(/gander\.conf:2 sets up/);
    await expect(
      rules.change(
        [
          { section: 'notify_mine', key: 'type', value: 'gotify' },
          { ...MOVE, section: 'notify_mine' },
        ],
        'a',
      ),
    ).rejects.toThrow(/server is no rule of the page, since .*gander\.conf:5 sets up this target/);
    await edit('notify_mine', 'min_level', 'critical');
    expect(loaded.at(-1)?.targets[1]?.common.min_level).toBe('critical');
    expect(rules.form().targets.map(({ name, editable }) => [name, editable])).toEqual([
      ['hook', 'none'],
      ['mine', 'shared'],
    ]);
    expect(JSON.stringify(rules.form().targets)).not.toMatch(/true"|\/bin|a\.example/);
    expect(rules.form().types.map(({ type }) => type)).not.toContain('exec');
    expect(rules.form().types.map(({ type }) => type)).not.toContain('webpush');
    expect(await load()).toBeDefined();
  });

  it('serve the declarations of all kinds with their values', async () => {
    const { rules } = pageRulesIn(temporaryTree());
    await rules.change([{ section: 'alerts', key: 'fs_full', value: 'False' }], 'a');
    const kind = rules.form().kinds.find(({ name }) => name === 'FS_FULL');
    expect(kind?.title).toBe('File system full');
    expect(kind?.fields[0]).toMatchObject({ key: 'fs_full', type: 'flag', fallback: 'True', value: 'False' });
    expect(kind?.fields[1]).toMatchObject({ key: 'fs_full_for', type: 'integer', least: 0, value: null });
  });
});
