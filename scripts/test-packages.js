/** Debian packages that suites need; a machine that has them all is left alone. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The full run alone uses these. */
const FULL_NEEDS = [
  ['lintian', 'lintian'],
  ['/usr/share/prometheus-node-exporter-collectors/directory-size.sh', 'prometheus-node-exporter-collectors'],
  ['restic', 'restic'],
  ['borg', 'borgbackup'],
  ['lxd', 'lxd'],
  ['lxc', 'lxd-client'],
  ['qemu-aarch64-static', 'qemu-user-static'],
  ['/usr/aarch64-linux-gnu/lib/libstdc++.so.6', 'libstdc++6-arm64-cross'],
  ['btrfs', 'btrfs-progs'],
  ['tini', 'tini'],
  ['virsh', 'libvirt-clients'],
  ['influxd', 'influxdb'],
  ['carbon-cache', 'graphite-carbon'],
  ['nats-server', 'nats-server'],
  ['/usr/sbin/clickhouse-server', 'clickhouse-server'],
  ['/usr/lib/postgresql/15/bin/initdb', 'postgresql'],
  ['/usr/lib/python3/dist-packages/zmq/__init__.py', 'python3-zmq'],
  ['kcat', 'kcat'],
  ['protoc', 'protobuf-compiler'],
];

/** Programs (or files) and their packages, for unit tests. */
const MODULE_NEEDS = [
  ['cc', 'gcc'],
  ['ld', 'libc6-dev'],
  ['ps', 'procps'],
  ['openssl', 'openssl'],
  ['man', 'man-db'],
  ['mandoc', 'mandoc'],
];

/** Those of all other suites. */
const NEEDS = [
  ...(process.env.TEST_FULL === '1' ? FULL_NEEDS : []),
  ['tmux', 'tmux'],
  ['ip', 'iproute2'],
  ['ionice', 'util-linux'],
  ['busybox', 'busybox'],
  ['chromium-headless-shell', 'chromium-headless-shell'],
  ['dockerd', 'docker.io'],
  ['podman', 'podman'],
  ['runc', 'runc'],
  ['iptables', 'iptables'],
  ['ping', 'iputils-ping'],
  ['systemd-analyze', 'systemd'],
  ['setpriv', 'util-linux'],
  ['faketime', 'faketime'],
  ['smartctl', 'smartmontools'],
  ['nginx', 'nginx-light'],
  ['caddy', 'caddy'],
  ['snmpd', 'snmpd'],
  ['/usr/lib/python3/dist-packages/zeroconf/__init__.py', 'python3-zeroconf'],
  ['python3', 'python3'],
  ['promtool', 'prometheus'],
  ['prometheus-alertmanager', 'prometheus-alertmanager'],
  ['victoria-metrics', 'victoria-metrics'],
  ['mosquitto', 'mosquitto'],
  ['prometheus-node-exporter', 'prometheus-node-exporter'],
  ['/usr/lib/nagios/plugins/check_load', 'monitoring-plugins-basic'],
  ['redis-server', 'redis-server'],
  ['/usr/include/riemann/riemann-client.h', 'libriemann-client-dev'],
  ['/usr/lib/python3/dist-packages/prometheus_client/__init__.py', 'python3-prometheus-client'],
];

const hasProgram = (name) =>
  name.startsWith('/') ? existsSync(name) : spawnSync('which', [name], { stdio: 'ignore' }).status === 0;

/** Installs what is missing when run as root on Debian. Returns which tests will be skipped, and why. */
function ensureTestPackages(needs) {
  const missing = needs.filter(([program]) => !hasProgram(program)).map(([, name]) => name);
  if (missing.length === 0) return '';
  const skipped = `skipped: tests that need ${missing.join(', ')}`;
  if (process.getuid?.() !== 0 || !hasProgram('apt-get'))
    return `${skipped} (npm run test:packages installs them, as root on Debian)`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  console.log(`npm run test:packages, as root: installing ${missing.join(', ')}`);
  if (!apt('update') || !apt('install', '-y', '--no-install-recommends', ...missing))
    return `${skipped} (apt-get failed)`;
  return '';
}

// Installed alone with `modules`: they are few and ready long before the others.
const needs = process.argv[2] === 'modules' ? MODULE_NEEDS : [...MODULE_NEEDS, ...NEEDS];
console.log(ensureTestPackages(needs));
