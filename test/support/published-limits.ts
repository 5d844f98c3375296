/** Section 8 of the published document of the API: the limits of each plugin. */

const thresholds = (prefix: string, careful: number, warning: number, critical: number) => ({
  [`${prefix}_careful`]: careful,
  [`${prefix}_warning`]: warning,
  [`${prefix}_critical`]: critical,
});

/** An existing option with any value. */
export const ANY = Symbol('any value');

const nice = [
  ...Array.from({ length: 20 }, (_, index) => index - 20),
  ...Array.from({ length: 19 }, (_, index) => index + 1),
];

/**
 * Section 8; every plugin also has `history_size` and `<plugin>_disable`. cpu_ctx_switches is ours, per core; the recorded machine has two.
 * ip_public_api is there though nothing is asked of others unless told to.
 */
export const LIMITS: Record<string, Record<string, number | string[] | typeof ANY>> = {
  containers: {
    containers_all: ANY,
    containers_disable_stats: ['command'],
    containers_max_name_size: 20,
  },
  cpu: {
    ...thresholds('cpu_ctx_switches', 2 * 40_000, 2 * 45_000, 2 * 50_000),
    ...thresholds('cpu_iowait', 50, 70, 90),
    ...thresholds('cpu_steal', 50, 70, 90),
    ...thresholds('cpu_system', 50, 70, 90),
    ...thresholds('cpu_total', 65, 75, 85),
    ...thresholds('cpu_user', 50, 70, 90),
    cpu_total_log: ['True'],
    cpu_system_log: ['False'],
    cpu_user_log: ['False'],
  },
  diskio: {
    diskio_hide: ['loop.*', '/dev/loop.*'],
    diskio_hide_zero: ANY,
    ...thresholds('diskio_rx_latency', 10, 20, 50),
    ...thresholds('diskio_tx_latency', 10, 20, 50),
  },
  folders: { folders_refresh: 60 },
  fs: { ...thresholds('fs', 50, 70, 90), fs_hide: ['/boot.*', '.*/snap.*'], fs_refresh: 60 },
  gpu: {
    ...thresholds('gpu_mem', 50, 70, 90),
    ...thresholds('gpu_proc', 50, 70, 90),
    ...thresholds('gpu_temperature', 60, 70, 80),
  },
  ip: {
    ip_refresh: 60,
    ip_public_api: ['https://ipv4.ipleak.net/json/'],
    ip_public_disabled: ['True'],
    ip_public_field: ANY,
    ip_public_refresh_interval: 300,
    ip_public_template: ANY,
  },
  load: thresholds('load', 0.7, 1, 5),
  mem: thresholds('mem', 50, 70, 90),
  memswap: thresholds('memswap', 50, 70, 90),
  network: {
    network_hide: ['docker.*', 'lo'],
    network_hide_no_ip: ANY,
    network_hide_no_up: ['True'],
    network_hide_zero: ANY,
    ...thresholds('network_rx', 70, 80, 90),
    ...thresholds('network_tx', 70, 80, 90),
  },
  percpu: {
    ...thresholds('percpu_iowait', 50, 70, 90),
    ...thresholds('percpu_system', 50, 70, 90),
    ...thresholds('percpu_user', 50, 70, 90),
    percpu_max_cpu_display: 4,
  },
  ports: { ports_port_default_gateway: ['True'], ports_refresh: 30, ports_timeout: 3 },
  processlist: {
    ...thresholds('processlist_cpu', 50, 70, 90),
    ...thresholds('processlist_mem', 50, 70, 90),
    processlist_disable_stats: ['cpu_num'],
    processlist_nice_warning: nice.map(String),
    processlist_status_critical: ['Z', 'D'],
    processlist_status_ok: ['R', 'W', 'P', 'I'],
  },
  quicklook: {
    ...thresholds('quicklook_cpu', 50, 70, 90),
    ...thresholds('quicklook_mem', 50, 70, 90),
    ...thresholds('quicklook_swap', 50, 70, 90),
    ...thresholds('quicklook_gpu_mem', 50, 70, 90),
    ...thresholds('quicklook_gpu_proc', 50, 70, 90),
    ...thresholds('quicklook_load', 70, 100, 500),
    quicklook_list: ['cpu', 'mem', 'load'],
    quicklook_bar_char: ANY,
  },
  sensors: {
    ...thresholds('sensors_battery', 70, 80, 90),
    ...thresholds('sensors_temperature_core', 45, 65, 80),
    ...thresholds('sensors_temperature_hdd', 45, 52, 60),
    sensors_hide: ['unknown.*'],
    sensors_refresh: 10,
  },
  system: { system_refresh: 60 },
  wifi: thresholds('wifi', -65, -75, -85),
};
