import { describe, expect, it } from 'vitest';
import { addressLines, type Serving, securityWarnings } from './banner.ts';

type Change = Partial<Omit<Serving, 'outputs'>> & Partial<Serving['outputs']>;

/** A server with every restriction but a password. */
function serving(change: Change = {}): Serving {
  const {
    cors_origins = ['*'],
    cors_credentials = false,
    webui_allowed_hosts = ['gander.example'],
    xmlrpc_allowed_hosts = ['gander.example'],
    jwt_secret_key,
    ssl_certfile,
    trusted_proxies = [],
    allowed_clients = [],
    ...rest
  } = change;
  return {
    bind: '0.0.0.0',
    socket: undefined,
    port: 61208,
    rpcPort: null,
    prefix: '',
    assistants: null,
    hasWebUi: true,
    isHub: false,
    hasPassword: false,
    needsCertificate: false,
    hasApiKeys: false,
    outputs: {
      cors_origins,
      cors_credentials,
      webui_allowed_hosts,
      xmlrpc_allowed_hosts,
      jwt_secret_key,
      ssl_certfile,
      trusted_proxies,
      allowed_clients,
    },
    ...rest,
  };
}

const closed = { hasPassword: true, ssl_certfile: '/c' };

describe('securityWarnings', () => {
  it.each<[string, Change, RegExp[]]>([
    ['any origin, any address', {}, [/any web page.*--password.*cors_origins.*--bind 127\.0\.0\.1/]],
    ['any origin among others', { cors_origins: ['http://a', '*'] }, [/any web page/]],
    ['any origin, loopback', { bind: '127.0.0.1' }, [/any web page.*cors_origins\.$/]],
    [
      'named origins, any address',
      { cors_origins: ['http://a'] },
      [/^No password.*--password.*--bind 127\.0\.0\.1/],
    ],
    [
      'named origins, loopback',
      { cors_origins: ['http://a'], bind: '::1' },
      [/^No password.*this machine can.*--password/],
    ],
    ['named origins, localhost', { cors_origins: [], bind: 'localhost' }, [/this machine can/]],
    [
      'named origins, allowed clients',
      { cors_origins: [], allowed_clients: ['10.0.0.0/8'] },
      [/^No password is set, and every client that \[outputs\] allowed_clients names can/],
    ],
    [
      'certificates',
      { cors_origins: [], needsCertificate: true },
      [/and every client with a certificate can/],
    ],
    ['a password', closed, []],
    ['a password, in clear on this machine only', { hasPassword: true, bind: '127.0.0.1' }, []],
    ['a password, behind a proxy', { hasPassword: true, trusted_proxies: ['10.0.0.1'] }, []],
    ['a password, in clear', { hasPassword: true }, [/ssl_certfile.*trusted_proxies/]],
    ['a short secret', { ...closed, jwt_secret_key: 'x'.repeat(31) }, [/jwt_secret_key/]],
    ['a long secret', { ...closed, jwt_secret_key: 'x'.repeat(32) }, []],
    ['no host names', { ...closed, webui_allowed_hosts: [] }, [/webui_allowed_hosts/]],
    ['nothing closed', { webui_allowed_hosts: [] }, [/cors_origins/, /webui_allowed_hosts/]],
    [
      'no host names of XML-RPC',
      { ...closed, rpcPort: 1, xmlrpc_allowed_hosts: [] },
      [/ xmlrpc_allowed_hosts\.$/],
    ],
    [
      'no host names at all',
      { ...closed, rpcPort: 1, webui_allowed_hosts: [], xmlrpc_allowed_hosts: [] },
      [/webui_allowed_hosts and xmlrpc_allowed_hosts/],
    ],
    [
      'XML-RPC alone, to which the settings of the API do not matter',
      {
        ...closed,
        port: null,
        rpcPort: 1,
        webui_allowed_hosts: [],
        cors_credentials: true,
        jwt_secret_key: 'x',
      },
      [],
    ],
    ['XML-RPC alone, without a password', { port: null, rpcPort: 1 }, [/any web page.*cors_origins/]],
    ['the socket alone, whose mode decides', { port: null, bind: 'none', socket: '/run/gander.sock' }, []],
    ['API keys', { ...closed, hasApiKeys: true }, []],
    ['API keys that nobody needs', { hasApiKeys: true }, [/cors_origins/, /API keys.*--password/]],
    ['credentials for any origin', { ...closed, cors_credentials: true }, [/cors_credentials.*cors_origins/]],
    ['credentials for named origins', { ...closed, cors_credentials: true, cors_origins: ['http://a'] }, []],
  ])('%s', (_name, change, expected) => {
    const warnings = securityWarnings(serving(change));
    expect(warnings).toHaveLength(expected.length);
    expected.forEach((pattern, index) => expect(warnings[index]).toMatch(pattern));
  });
});

describe('addressLines', () => {
  it.each<[Change, string[]]>([
    [{}, ['http://0.0.0.0:61208/', 'http://0.0.0.0:61208/api/4']],
    [{ prefix: '/pre' }, ['http://0.0.0.0:61208/pre/', 'http://0.0.0.0:61208/pre/api/4']],
    [{ bind: '::1', port: 80 }, ['http://[::1]:80/', 'http://[::1]:80/api/4']],
    [{ ssl_certfile: '/c', hasWebUi: false }, ['https://0.0.0.0:61208/api/4']],
    [{ port: null, rpcPort: 61209, prefix: '/pre' }, ['http://0.0.0.0:61209/RPC2']],
    [{ rpcPort: 7, hasWebUi: false }, ['http://0.0.0.0:61208/api/4', 'http://0.0.0.0:7/RPC2']],
    [{ hasWebUi: false }, ['http://0.0.0.0:61208/api/4']],
    [
      { hasWebUi: false, prefix: '/pre', assistants: '/mcp' },
      ['http://0.0.0.0:61208/pre/api/4', 'http://0.0.0.0:61208/pre/mcp'],
    ],
    [{ hasWebUi: false, isHub: true }, ['http://0.0.0.0:61208/browser', 'http://0.0.0.0:61208/api/4']],
  ])('%j', (changes, urls) => {
    expect(addressLines(serving(changes)).map((line) => line.split(' ').at(-1))).toEqual(urls);
  });
});
