import { expect, it } from 'vitest';
import { parsePidCgroup } from '../../linux/pid-cgroup.ts';
import { bytesOf } from '../../linux/bytes.ts';
import { cgroupOwnerOf } from './cgroup-owner.ts';

const ID = '4f2a'.repeat(16);

it.each([
  ['0::/system.slice/nginx.service', 'nginx.service', null],
  ['0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-a\\x2db.scope', 'app-a-b.scope', null],
  [`0::/system.slice/docker-${ID}.scope`, null, ID],
  [`0::/system.slice/docker-${ID}.scope/system.slice/cron.service`, 'cron.service', ID],
  [`0::/machine.slice/libpod-${ID}.scope/container`, null, ID],
  [`0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-${ID}.scope`, null, ID],
  [`12:cpu,cpuacct:/docker/${ID}\n1:name=systemd:/docker/${ID}`, null, ID],
  ['4:memory:/\n1:name=systemd:/system.slice/ssh.service\n0::/', 'ssh.service', null],
  ['0::/lxc.payload.web1/init.scope', 'init.scope', 'web1'],
  ['0::/', null, null],
  ['nonsense', null, null],
])('%s', (text, unit, container) => {
  expect(cgroupOwnerOf(parsePidCgroup(bytesOf(text)))).toEqual({ unit, container });
});
