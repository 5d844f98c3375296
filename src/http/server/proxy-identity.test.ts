import { describe, expect, it } from 'vitest';
import { detailOf, fakeAuthenticator, guardedApi } from '../../../test/support/guarded-api.ts';
import { rolesOf } from '../../net/credentials/access-section.ts';
import { createProxyIdentity, type ProxyIdentitySetup } from './proxy-identity.ts';

const warnings: string[] = [];
const SETUP: ProxyIdentitySetup = {
  proxies: ['127.0.0.1'],
  userHeader: 'Remote-User',
  groupsHeader: 'Remote-Groups',
  roles: rolesOf(['admins:admin', 'family:viewer', 'ops:operator']),
  userRoles: rolesOf(['mallory:viewer', 'eve@example.com:operator']),
  defaultRole: null,
  viewerArguments: false,
  warn: (text) => warnings.push(text),
};

async function rig(change: Partial<ProxyIdentitySetup> = {}) {
  const peerIdentity = createProxyIdentity({ ...SETUP, ...change });
  const api = await guardedApi({ authenticator: fakeAuthenticator({ account: null }), peerIdentity });
  const me = async (headers: Record<string, string | string[]>) => {
    const answer = await api.send({ path: '/api/me', headers: headers as Record<string, string> });
    return answer.status === 200 ? (JSON.parse(answer.body) as object) : [answer.status, detailOf(answer)];
  };
  return { ...api, me };
}

describe('headers of a listed proxy', () => {
  it.each([
    ['admins', 'admin'],
    ['family, ops', 'operator'],
    ['others|family', 'viewer'],
    [' admins ,x', 'admin'],
  ])('groups %j give the role %s', async (groups, role) => {
    const { me } = await rig();
    const expected = { name: 'eve', role, source: 'proxy', until: null, sees_arguments: role !== 'viewer' };
    expect(await me({ 'remote-user': 'eve', 'remote-groups': groups })).toMatchObject(expected);
  });

  it('the role of a user wins over those of the groups', async () => {
    const { me } = await rig();
    expect(await me({ 'remote-user': 'mallory', 'remote-groups': 'admins' })).toMatchObject({
      role: 'viewer',
    });
    // Groups have roles of their own: a user who takes the name of one has none.
    expect(await me({ 'remote-user': 'admins' })).toEqual([
      403,
      expect.stringContaining('[access] user_roles'),
    ]);
  });

  it.each([{}, { 'remote-groups': '' }, { 'remote-groups': 'strangers' }, { 'remote-groups': 'ADMINS' }])(
    'no known group gives no role, and the default role where one is set: %j',
    async (groups) => {
      const headers = { 'remote-user': 'eve', ...groups } as Record<string, string>;
      expect(await (await rig()).me(headers)).toEqual([403, expect.stringContaining('eve has no role here')]);
      expect(await (await rig({ defaultRole: 'viewer' })).me(headers)).toMatchObject({ role: 'viewer' });
    },
  );

  it.each<[string, Record<string, string | string[]>, number]>([
    ['no user', { 'remote-groups': 'admins' }, 401],
    ['an empty user', { 'remote-user': '', 'remote-groups': 'admins' }, 401],
    ['two users', { 'remote-user': ['eve', 'root'], 'remote-groups': 'admins' }, 400],
    ['two lists of groups', { 'remote-user': 'eve', 'remote-groups': ['family', 'admins'] }, 400],
    ['a long user', { 'remote-user': 'e'.repeat(129), 'remote-groups': 'admins' }, 400],
    ['a variable of the proxy', { 'remote-user': '{http.reverse_proxy.header.Remote-User}' }, 400],
    ['many groups', { 'remote-user': 'eve', 'remote-groups': 'admins,'.repeat(700) }, 400],
    ['an underscore', { remote_user: 'eve', remote_groups: 'admins' }, 401],
  ])('%s: refused', async (_, headers, status) => {
    expect(await (await rig()).me(headers)).toEqual([status, expect.anything()]);
  });

  it('do not let pages of other sites read or change anything', async () => {
    const { send } = await rig();
    const headers = { 'remote-user': 'eve', 'remote-groups': 'admins', origin: 'https://evil.example' };
    const read = await send({ path: '/api/4/cpu', headers });
    expect(read.headers['access-control-allow-origin']).toBeUndefined();
    const plain = await send({ path: '/api/4/cpu', headers: { ...headers, origin: '' } });
    expect(plain.headers['access-control-allow-origin']).toBeUndefined();
    const path = '/api/4/processes/extended/disable';
    expect((await send({ method: 'POST', path, headers })).status).toBe(403);
    const { origin: _, ...program } = headers;
    expect((await send({ method: 'POST', path, headers: program })).status).toBe(403);
    expect(
      (await send({ method: 'POST', path, headers: { ...program, 'sec-fetch-site': 'same-origin' } })).status,
    ).toBe(200);
  });
});

describe('headers of any other peer', () => {
  it('are removed, and named once', async () => {
    warnings.length = 0;
    const { me } = await rig({ proxies: ['192.0.2.0/24'] });
    const spoofed = { 'remote-user': 'eve', 'remote-groups': 'admins', 'x-forwarded-for': '192.0.2.7' };
    for (let time = 0; time < 3; time += 1) expect(await me(spoofed)).toEqual([401, 'Not authenticated']);
    expect(warnings).toEqual([
      'The header remote-user from 127.0.0.1 is ignored: only proxies in [access] trusted_proxies may say who is logged in.',
    ]);
  });

  it('of Tailscale come from the daemon of this machine alone', () => {
    const identityOf = createProxyIdentity({
      ...SETUP,
      proxies: ['0.0.0.0/0'],
      userHeader: 'Tailscale-User-Login',
      defaultRole: 'viewer',
    });
    const from = (remoteAddress: string) =>
      identityOf({
        socket: { remoteAddress },
        headers: { 'tailscale-user-login': 'eve@example.com' },
        rawHeaders: ['Tailscale-User-Login', 'eve@example.com'],
      } as never);
    expect(from('::ffff:127.0.0.1')).toMatchObject({ name: 'eve@example.com', role: 'operator' });
    expect(from('192.0.2.7')).toBeNull();
  });
});

it.each(['admins', 'admins:root', ':admin'])('[access] roles=%s is refused', (word) => {
  expect(() => rolesOf([word])).toThrow('is not a name and a role');
});
