import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageRulesIn } from '../../../test/support/page-rules.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';

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
  ])('are no other keys: [%s] %s', async (section, key) => {
    const { rules, path, load } = pageRulesIn(
      temporaryTree({ 'gander.d/page.conf': `[${section}]\n${key}=1\n` }),
    );
    expect(rules.option(section, key)).toBeNull();
    expect(() => rules.list()).toThrow(`${path}:2: [${section}] ${key} is no rule of the page`);
    expect(load).toThrow('Move it to gander.conf.');
  });

  it('are one after the other', async () => {
    const { rules } = pageRulesIn(temporaryTree());
    const values = ['81', '82', '83'];
    const made = await Promise.all(values.map((value) => rules.change([{ ...WARNING, value }], 'a')));
    expect(made.map(({ edits }) => edits[0]?.before)).toEqual([null, '81', '82']);
  });

  it('never overwrite a list of changes that cannot be read', async () => {
    const folder = temporaryTree({ 'gander.d/page.conf.changes.json': 'damaged' });
    const { rules, path } = pageRulesIn(folder);
    await expect(rules.change([WARNING], 'a')).rejects.toThrow(/is damaged/);
    expect(readFileSync(`${path}.changes.json`, 'utf8')).toBe('damaged');
  });

  it('are never commands', async () => {
    const folder = temporaryTree({ 'gander.d/page.conf': '[cpu]\ntotal_warning=`touch /tmp/x`\n' });
    chmodSync(folder, 0o700);
    writeFileSync(`${folder}/gander.conf`, '[cpu]\n');
    await expect(pageRulesIn(folder).load()).rejects.toThrow(/total_warning/);
  });
});
