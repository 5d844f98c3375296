import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type Configuration, loadSettings } from '../config/load.ts';
import { playHost } from '../../../test/support/recorded-agent.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { createReloading } from './reload.ts';

const load = (text: string): Promise<Configuration> =>
  loadSettings({
    registry: plugins,
    file: { path: '/etc/x.conf', borrowed: false },
    files: { read: () => Buffer.from(text) },
  });

/** Reloads texts in sequence and returns the outcomes. */
async function rig(first: string, next: string | Promise<string>) {
  const lines: string[] = [];
  const sections: Record<string, string>[] = [];
  const targets: string[][] = [];
  let reads = 0;
  const reloading = createReloading({
    configuration: await load(first),
    async read() {
      reads += 1;
      return { configuration: await load(await next), targets: [] };
    },
    registry: plugins,
    log: { write: (level, text) => void lines.push(`${level} ${text}`) },
  });
  reloading.taken.on(({ section, configuration }) => {
    sections.push({ ...section('cpu') });
    targets.push(configuration.targets.map(({ name }) => name));
  });
  return { reloading, lines, sections, targets, reads: () => reads };
}

describe('reload', () => {
  it('takes over levels and targets, and names what needs a restart', async () => {
    const { reloading, lines, sections, targets } = await rig(
      '[cpu]\ntotal_careful=10\nrefresh=2\n',
      '[cpu]\ntotal_careful=20\nrefresh=3\ntotl_careful=1\n[notify_a]\ntype=ntfy\ntopic=t\n[outputs]\nurl_prefix=/x\n',
    );
    await reloading.reload();
    expect(sections).toEqual([{ total_careful: '20', refresh: '2' }]);
    expect(targets).toEqual([['a']]);
    expect(lines).toEqual([
      'INFO The configuration was read again (/etc/x.conf); now in force: [notify_a] type, [notify_a] topic, [cpu] total_careful.',
      'WARNING Restart Gander to apply what has changed in [outputs] url_prefix, [cpu] refresh, [cpu] totl_careful.',
      expect.stringContaining('has no key "totl_careful"'),
    ]);
    expect(reloading.raw()).toEqual({
      cpu: { refresh: '2', total_careful: '20' },
      notify_a: { type: 'ntfy', topic: 't' },
    });
  });

  it.each([
    ['a wrong value', '[cpu]\ntotal_careful=much\ntotal_warning=more', ['total_careful', 'total_warning']],
    ['a target that cannot be used', '[cpu]\ntotal_careful=1\n[notify_bad]\ntype=no', ['notify_bad']],
    ['a file that is none', '[cpu', ['x.conf']],
  ])('leaves everything as it was for %s, and lists it', async (_of, text, problems) => {
    const { reloading, lines, sections, targets } = await rig('[cpu]\ntotal_careful=10', text);
    await reloading.reload();
    expect([sections, targets, reloading.raw()]).toEqual([[], [], { cpu: { total_careful: '10' } }]);
    expect(lines[0]).toBe('ERROR The configuration stays as it was, since it cannot be read again:');
    for (const [index, problem] of problems.entries()) expect(lines[index + 1]).toContain(problem);
  });

  it('reads once more for all that asked while it was reading', async () => {
    let go = (_text: string): void => {};
    const { reloading, reads } = await rig('', new Promise((resolve) => (go = resolve)));
    const done = [1, 2, 3].map(() => reloading.reload());
    go('');
    await Promise.all(done);
    expect(reads()).toBe(2);
  });

  it('keeps nothing of earlier configurations', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { agent } = await playHost('small-vm');
    const read: WeakRef<Configuration>[] = [];
    const taken: WeakRef<object>[] = [];
    const reloading = createReloading({
      configuration: await load('[cpu]\ntotal_careful=1'),
      async read() {
        const configuration = await load(`[cpu]\ntotal_careful=${read.length + 2}`);
        read.push(new WeakRef(configuration));
        return { configuration, targets: [] };
      },
      registry: plugins,
      log: { write() {} },
    });
    reloading.taken.on(({ section, configuration: { sections } }) => {
      taken.push(new WeakRef(section));
      agent.relevel(section, sections.alerts);
    });
    for (let count = 0; count < 20; count += 1) await reloading.reload();
    // The target of a read WeakRef stays alive until the end of the turn.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    const left = (refs: readonly WeakRef<object>[]): number =>
      refs.filter((ref) => ref.deref() !== undefined).length;
    expect([read.length, taken.length]).toEqual([20, 20]);
    // The last one is active; the engine may keep another for a while. A leak keeps all.
    expect(left(read)).toBeLessThan(5);
    expect(left(taken)).toBeLessThan(5);
  });
});
