import { checks, rates, DISK } from '../support/plugin-levels.ts';

const sensor = (type: string, value: number | string, more: object = {}) => ({
  label: 'Fan 1',
  type,
  value,
  ...more,
});

const hardware = { warning: 81, critical: 84 };

const unset = {
  temperature_core_careful: '0',
  temperature_core_warning: '0',
  temperature_core_critical: '0',
};

const MOUNT = { mnt_point: '/home', options: 'rw,relatime', used: 1, percent: 68 };

checks('sensors', 'label', [
  ['judges temperatures', sensor('temperature_core', 45), {}, { value: 'CAREFUL', type: 'DEFAULT' }],
  [
    'by the configuration, not the hardware',
    sensor('temperature_core', 82, hardware),
    {},
    { value: 'CRITICAL' },
  ],
  [
    'by the hardware where nothing is set',
    sensor('temperature_core', 82, hardware),
    unset,
    { value: 'WARNING' },
  ],
  ['and calls that critical', sensor('temperature_core', 84, hardware), unset, { value: 'CRITICAL' }],
  [
    'and takes 0 for no threshold',
    sensor('temperature_core', 84, { warning: 0, critical: 0 }),
    unset,
    { value: 'DEFAULT' },
  ],
  [
    'has thresholds of one sensor',
    sensor('temperature_core', 35),
    { 'temperature_core_fan 1_critical': '30' },
    { value: 'CRITICAL' },
  ],
  [
    'logs one on demand',
    sensor('temperature_core', 10),
    { 'temperature_core_fan 1_log': 'True' },
    { value: 'OK_LOG' },
  ],
  ['judges disks', sensor('temperature_hdd', 52, { unit: 'C' }), {}, { value: 'WARNING' }],
  ['in degrees Celsius', sensor('temperature_hdd', 97, { unit: 'F' }), {}, { value: 'OK' }],
  ['but no words', sensor('temperature_hdd', 'SLP', { unit: '*' }), {}, { value: 'DEFAULT' }],
  ['judges what a battery lacks', sensor('battery', 25), {}, { value: 'CAREFUL' }],
  ['and an empty one', sensor('battery', 0), {}, { value: 'CRITICAL' }],
  ['and a full one', sensor('battery', 100), {}, { value: 'OK' }],
  ['has no thresholds of fans', sensor('fan_speed', 9000), {}, { value: 'DEFAULT' }],
  ['unless configured', sensor('fan_speed', 9000), { fan_speed_warning: '5000' }, { value: 'WARNING' }],
  [
    'also for a fan that stands still',
    sensor('fan_speed', 0),
    { fan_speed_warning: '5000' },
    { value: 'OK' },
  ],
]);

checks('wifi', 'ssid', [
  [
    'calls a strong signal good',
    { ssid: 'wlan0', quality_level: -48, quality_link: 62 },
    {},
    { quality_level: 'OK', quality_link: 'DEFAULT' },
  ],
  ['a weaker one less so', { ssid: 'wlan0', quality_level: -65 }, {}, { quality_level: 'CAREFUL' }],
  ['a weak one a warning', { ssid: 'wlan0', quality_level: -76 }, {}, { quality_level: 'WARNING' }],
  ['and hardly any critical', { ssid: 'wlan0', quality_level: -90 }, {}, { quality_level: 'CRITICAL' }],
  [
    'by thresholds of one interface',
    { ssid: 'wlan0', quality_level: -76 },
    { wlan0_warning: '-80' },
    { quality_level: 'CAREFUL' },
  ],
]);

checks('network', 'interface_name', [
  [
    'compares both directions with the speed of the link',
    rates(100, 120),
    {},
    {
      bytes_recv: 'WARNING',
      bytes_recv_rate_per_sec: 'WARNING',
      bytes_sent: 'CRITICAL',
      bytes_sent_rate_per_sec: 'CRITICAL',
    },
  ],
  [
    'skips a link on which one direction rests',
    rates(1000, 0),
    {},
    { bytes_recv: 'DEFAULT', bytes_sent: 'DEFAULT' },
  ],
  ['skips a link of unknown speed', rates(1000, 1000, { speed: 0 }), {}, { bytes_recv: 'DEFAULT' }],
  [
    'takes thresholds of one link as bits per second',
    rates(100, 100, { speed: 0 }),
    { eth0_rx_careful: '800', eth0_tx_careful: '801' },
    { bytes_recv: 'CAREFUL', bytes_sent: 'OK' },
  ],
  [
    'logs one link on demand',
    rates(100, 100),
    { eth0_rx_log: 'True' },
    { bytes_recv: 'WARNING_LOG', bytes_sent: 'WARNING' },
  ],
]);

checks('diskio', 'disk_name', [
  [
    'judges latencies',
    DISK,
    {},
    { read_latency: 'WARNING', write_latency: 'CRITICAL', read_bytes: 'DEFAULT' },
  ],
  [
    'compares bytes per second',
    DISK,
    { sda_rx_careful: '400', sda_tx_critical: '500' },
    { read_bytes: 'CAREFUL', write_bytes: 'CRITICAL' },
  ],
  [
    'prefers thresholds of the disk',
    DISK,
    { sda_rx_latency_careful: '30', sda_rx_latency_warning: '40' },
    { read_latency: 'OK' },
  ],
]);

checks('fs', 'mnt_point', [
  ['decorates used by percent, without log', MOUNT, {}, { used: 'CAREFUL', percent: 'DEFAULT' }],
  ['leaves read-only mounts alone', { ...MOUNT, options: 'ro,relatime' }, {}, { used: 'DEFAULT' }],
  [
    'has thresholds per mount',
    MOUNT,
    { '/home_careful': '10', '/home_critical': '60', '/home_log': 'True' },
    { used: 'CRITICAL_LOG' },
  ],
]);
