/**
 * examples/Dockerfile as a whole on a real Docker, in `npm run test:full`: two to three minutes, and 200 MB from Debian and npm. The images
 * that it begins with come from a registry, and are put together here: Debian's base system by debootstrap, and this Node.js with its
 * npm. A certificate in NODE_EXTRA_CA_CERTS goes the way that the Dockerfile describes.
 */
import { copyFileSync, cpSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningEngine, startDocker } from '../support/container-engines.ts';
import { REPOSITORY } from '../support/live-agent.ts';
import { lacking, output, scratchFolder } from '../support/live-tools.ts';

const missing = lacking('the whole image', {
  root: true,
  programs: ['debootstrap', 'dockerd', 'docker', 'runc', 'iptables', 'git', 'npm'],
});

const DEBIAN = 'debian:bookworm-slim';
const NODE = 'node:24-bookworm-slim';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const MINUTES = 60_000;

describe.skipIf(missing !== null)('the image', () => {
  const folder = scratchFolder();
  const root = join(folder.path, 'root');
  let docker: RunningEngine;

  const importRoot = (name: string): void => {
    const archive = join(folder.path, 'root.tar');
    output('tar', '-C', root, '-cf', archive, '.');
    docker.run('import', '--change', `ENV PATH=${PATH}`, archive, name);
  };

  const buildImage = (): void => {
    const clone = join(folder.path, 'clone');
    output('git', 'clone', '--quiet', REPOSITORY, clone);
    const ca = process.env['NODE_EXTRA_CA_CERTS'];
    if (ca !== undefined) copyFileSync(ca, join(clone, 'ca.pem'));
    const argument = ca === undefined ? [] : ['--build-arg', 'NODE_EXTRA_CA_CERTS=/source/ca.pem'];
    const dockerfile = join(clone, 'examples/Dockerfile');
    docker.run('build', '--network', 'host', ...argument, '--tag', 'gander:4', '--file', dockerfile, clone);
  };

  beforeAll(async () => {
    docker = await startDocker(join(folder.path, 'docker'), { isAlone: true });
    output('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root);
    importRoot(DEBIAN);
    const modules = join(root, 'usr/local/lib/node_modules');
    mkdirSync(modules, { recursive: true });
    cpSync(join(output('npm', 'root', '--global').trim(), 'npm'), join(modules, 'npm'), { recursive: true });
    copyFileSync(realpathSync(process.execPath), join(root, 'usr/local/bin/node'));
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
    importRoot(NODE);
    buildImage();
    const host = ['--read-only', '--network', 'none', '--volume', '/:/host:ro'];
    docker.run('run', '--detach', '--name', 'gander', ...host, 'gander:4');
  }, 8 * MINUTES);

  afterAll(async () => {
    await docker?.stop();
    folder.remove();
  }, MINUTES);

  const evaluate = (script: string): string =>
    docker.run('exec', 'gander', '/gander/node', '--print', script).trim();

  it('serves as a user without rights, with a read-only root, and is healthy', async () => {
    const check = JSON.parse(
      docker.run('inspect', '--format', '{{json .Config.Healthcheck.Test}}', 'gander'),
    ) as string[];
    await vi.waitFor(() => docker.run('exec', 'gander', ...check.slice(1)), { interval: 500 });
    expect(evaluate('process.getuid()')).toBe('65532');
    expect(evaluate("try { fs.writeFileSync('/x', '') } catch (error) { error.code }")).toBe('EROFS');
    expect(docker.run('logs', 'gander')).toContain('History on disk: /var/lib/gander/archive');
  });

  it('has Gander with Node.js beside Debian, and nothing else', () => {
    const size = (image: string): number =>
      Number(docker.run('inspect', '--format', '{{.Size}}', image).trim()) / 1e6;
    expect(size('gander:4') - size(DEBIAN)).toBeLessThan(170);
    const others =
      "['/usr/local', '/usr/lib'].some((at) => fs.existsSync(`${at}/bin/npm`) || fs.existsSync(`${at}/node_modules`))";
    expect(evaluate(others)).toBe('false');
  });
});
