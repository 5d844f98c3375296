import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { createVirsh } from './virsh.ts';

const VIRSH = { 'usr/bin/virsh': '' };
const MISSING =
  "error: Failed to connect socket to '/run/libvirt/virtqemud-sock-ro': No such file or directory";

/** Runs of a scripted virsh, and a host whose files can change. */
function refusing(stderr: string) {
  const host = createRecordedHost(new Map(Object.entries(VIRSH)));
  let runs = 0;
  const run: typeof host.run = async () => {
    runs += 1;
    return { code: 1, stdout: '', stderr, failure: null };
  };
  const { read } = createVirsh({ ...host, run });
  const complaint = async (): Promise<string> => read().then(String, (error: Error) => error.message);
  return { host, runs: () => runs, complaint };
}

describe('virsh, where no daemon runs,', () => {
  it('is not run again while the folder of the socket is as it was, and the reason stays', async () => {
    const { host, runs, complaint } = refusing(MISSING);
    const first = await complaint();
    expect(first).toMatch(/virtqemud-sock-ro.*: start libvirtd/);
    await host.clock.advance(60_000);
    expect([await complaint(), runs()]).toEqual([first, 1]);
    host.useTree(new Map(Object.entries({ ...VIRSH, 'run/libvirt/virtlxcd-sock': '' })));
    await complaint();
    expect(runs()).toBe(2);
  });

  it('is run again after ten minutes', async () => {
    const { host, runs, complaint } = refusing(MISSING);
    await complaint();
    await host.clock.advance(600_000);
    await complaint();
    expect(runs()).toBe(2);
  });

  it.each([
    "error: Failed to connect socket to '/run/libvirt/libvirt-sock-ro': Connection refused",
    'error: unable to connect to server',
    "error: Failed to connect socket to 'x': No such file or directory",
  ])('is run each time where it says "%s"', async (stderr) => {
    const { runs, complaint } = refusing(stderr);
    await complaint();
    await complaint();
    expect(runs()).toBe(2);
  });
});
