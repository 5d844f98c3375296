/** Valid replies of other programs, as a source of inputs. */

export const JSON_REPLIES: readonly unknown[] = [
  { total: 12.3, user: 1, cpucore: 4, time_since_update: 2.1 },
  [
    { key: 'mnt_point', mnt_point: '/', size: 1000, percent: 50.1 },
    { key: 'interface_name', interface_name: 'eth0', bytes_recv: 1, alias: null },
  ],
  { total: { decoration: 'OK_LOG', optional: false } },
  { '/': { size: { decoration: 'DEFAULT' } } },
  { ip: { ip_public_password: ['x'], ip_refresh: 60 }, cpu: { cpu_total_careful: 50 } },
  ['cpu', 'mem', 'load'],
  '4.0.0',
];

export const ENGINE_ANSWERS = {
  version: {
    ApiVersion: '1.41',
    MinAPIVersion: '1.12',
    Components: [{ Name: 'Podman Engine', Details: { APIVersion: '4.3.1' } }],
  },
  list: [
    {
      Id: 'a'.repeat(64),
      Names: ['/web', '/proxy/web'],
      Name: 'web',
      Image: 'nginx',
      ImageID: 'sha256:1',
      Command: 'nginx -g',
      Created: 1_700_000_000,
      CreatedAt: '2026-01-01T00:00:00Z',
      StartedAt: 1_700_000_000,
      Ports: [
        {
          IP: '0.0.0.0',
          PrivatePort: 80,
          PublicPort: 8080,
          Type: 'tcp',
          host_port: 1,
          container_port: 2,
          protocol: 'tcp',
        },
      ],
      State: 'running',
      Status: 'Up 5 minutes (healthy)',
      Pod: 'p',
      PodName: 'pod',
      Pid: 1,
    },
  ],
  details: {
    Id: 'a',
    Created: '2026-01-01T00:00:00.123456789Z',
    Path: 'nginx',
    Args: ['-g'],
    State: { Status: 'running', Pid: 12, StartedAt: '2026-01-01T00:00:00Z', Health: { Status: 'healthy' } },
    HostConfig: {
      NetworkMode: 'host',
      NanoCpus: 1_500_000_000,
      CpuQuota: 100_000,
      CpuPeriod: 100_000,
      CpusetCpus: '0-3',
    },
    Config: { Entrypoint: ['a'], Cmd: ['b'] },
    NetworkSettings: { Ports: { '80/tcp': [{ HostIp: '0.0.0.0', HostPort: '8080' }] } },
  },
  frame: {
    id: 'a',
    read: '2026-01-01T00:00:00Z',
    cpu_stats: {
      cpu_usage: { total_usage: 1000, percpu_usage: [1] },
      system_cpu_usage: 1000,
      online_cpus: 2,
    },
    memory_stats: { usage: 1000, limit: 2000, stats: { inactive_file: 10, total_inactive_file: 1 } },
    blkio_stats: {
      io_service_bytes_recursive: [
        { op: 'Read', value: 1 },
        { op: 'write', value: 2 },
      ],
    },
    networks: { eth0: { rx_bytes: 1, tx_bytes: 2 } },
    Stats: [
      {
        ContainerID: 'a',
        CPU: 1,
        MemUsage: 1,
        MemLimit: 2,
        NetInput: 1,
        NetOutput: 2,
        BlockInput: 1,
        BlockOutput: 2,
      },
    ],
  },
  event: {
    Type: 'container',
    Action: 'start',
    Actor: { ID: 'a', Attributes: { name: 'web' } },
    status: 'start',
    id: 'a',
  },
  lxdServer: {
    metadata: {
      auth: 'trusted',
      api_extensions: ['instances', 'projects', 'instance_all_projects'],
      environment: { server: 'incus', server_name: 'a', server_clustered: true },
    },
  },
  lxdList: {
    metadata: [
      {
        name: 'c1',
        project: 'default',
        status: 'Running',
        type: 'container',
        location: 'a',
        created_at: '2026-01-01T00:00:00Z',
        last_used_at: '2026-01-01T00:00:00Z',
        config: { 'limits.cpu': '2', 'image.description': 'Debian', 'image.os': 'debian' },
        expanded_config: { 'limits.cpu': '0-1', 'limits.cpu.allowance': '50%' },
      },
    ],
  },
  lxdState: {
    metadata: {
      pid: 12,
      status: 'Running',
      cpu: { usage: 1000 },
      memory: { usage: 1, usage_peak: 2, total: 3 },
      network: {
        eth0: {
          type: 'broadcast',
          counters: { bytes_received: 1, bytes_sent: 2 },
          addresses: [{ address: '10.0.0.1' }],
        },
      },
    },
  },
};

export const SMARTCTL: readonly unknown[] = [
  {
    devices: [{ name: '/dev/sda', type: 'sat', info_name: '/dev/sda', protocol: 'ATA' }],
    smartctl: { exit_status: 0, messages: [{ string: 'x' }] },
  },
  {
    device: { name: '/dev/sda', type: 'sat', protocol: 'ATA' },
    model_name: 'X',
    smart_status: { passed: true },
    ata_smart_attributes: {
      table: [
        {
          id: 5,
          name: 'Reallocated',
          value: 100,
          worst: 100,
          thresh: 10,
          flags: { string: 'PO--CK' },
          raw: { value: 0, string: '0' },
        },
      ],
    },
    temperature: { current: 30 },
  },
  {
    device: { name: '/dev/nvme0', type: 'nvme', protocol: 'NVMe' },
    model_name: 'Y',
    nvme_smart_health_information_log: {
      temperature: 30,
      percentage_used: 1,
      data_units_read: 12,
      critical_warning: 0,
    },
  },
];
