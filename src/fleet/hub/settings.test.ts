import { describe, expect, it } from 'vitest';
import { loadSettings } from '../../run/config/load.ts';
import { ConfigError } from '../../core/errors.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { listedServers } from './settings.ts';

async function listOf(text: string) {
  const { sections, passwords } = await loadSettings({
    registry: plugins,
    file: { path: 'g.conf', borrowed: false },
    files: { read: () => new TextEncoder().encode(text) },
  });
  return listedServers(sections.serverlist.servers, passwords);
}

const list = (...lines: string[]) => listOf(['[serverlist]', ...lines].join('\n'));

describe('listedServers', () => {
  it('reads every key, with the defaults of the protocols', async () => {
    const servers = await list(
      'server_1_name=db1',
      'server_1_alias=Database',
      'server_1_port=61300',
      'server_1_protocol=REST',
      'server_1_tags=db, eu ,db',
      'server_1_username=me',
      'server_2_name=10.0.0.5',
      'server_1000_name=::1',
      'server_1000_protocol=rest',
      'server_3_name=https://secure.example.com',
    );
    expect(servers.map(({ id, protocol, isSecure }) => [id, protocol, isSecure])).toEqual([
      ['db1:61300', 'rest', false],
      ['10.0.0.5:61209', 'rpc', false],
      ['secure.example.com:61208', 'rest', true],
      ['[::1]:61208', 'rest', false],
    ]);
    expect(servers[0]).toEqual({
      id: 'db1:61300',
      key: 'db1:61300',
      name: 'db1',
      host: 'db1',
      port: 61_300,
      protocol: 'rest',
      isSecure: false,
      alias: 'Database',
      tags: ['db', 'eu'],
      type: 'STATIC',
      username: 'me',
      password: null,
    });
  });

  it('keeps two of the same name apart', async () => {
    const servers = await list('server_1_name=db1', 'server_2_name=db1', 'server_3_name=db1');
    expect(servers.map(({ id, key }) => [id, key])).toEqual([
      ['db1:61209', 'db1:61209'],
      ['db1:61209~2', 'db1:61209'],
      ['db1:61209~3', 'db1:61209'],
    ]);
  });

  it('leaves out entries without a name', async () => {
    expect(await list('server_7_port=1', 'server_8_name=')).toEqual([]);
  });

  it.each([
    ['server_1_name=http://a:b@db1', /server_1_name = .*: expected a host name or an address/],
    ['server_1_name=db1/path', /expected a host name or an address/],
    ['server_1_name=db 1', /expected a host name or an address/],
    ['server_1_port=0', /expected a whole number from 1 to 65535/],
    ['columns=cpu', /"cpu" is not plugin:field or plugin:field:item/],
    ['columns=cpu:total:', /is not plugin:field/],
    ['refresh=0', /expected a number from 2 to 3600/],
  ])('refuses %s', async (line, message) => {
    await expect(list(line)).rejects.toThrow(message);
    await expect(list(line)).rejects.toThrow(ConfigError);
  });

  it('finds passwords whatever the case of the name, and takes none from elsewhere', async () => {
    const passwordOf = async (name: string, ...passwords: string[]) => {
      const text = [
        '[DEFAULT]',
        'shared=1',
        '[serverlist]',
        `server_1_name=${name}`,
        '[passwords]',
        ...passwords,
      ];
      return (await listOf(text.join('\n')))[0]?.password;
    };
    expect(await passwordOf('DB1.Example.com', 'db1.example.com=one')).toBe('one');
    expect(await passwordOf('db1', 'DB1=one', 'default=two')).toBe('one');
    expect(await passwordOf('db2', 'db1=one', 'default=`two`')).toBe('`two`');
    expect(await passwordOf('db2', 'db1=one')).toBeNull();
    expect(await passwordOf('local_password_path', 'local_password_path=/tmp')).toBeNull();
    expect(await passwordOf('shared', 'db1=one')).toBeNull();
    expect(await passwordOf('db1', 'db1=')).toBeNull();
  });
});
