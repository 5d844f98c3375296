import { json } from '../../../scripts/support/tree.ts';
import type { Tree } from '../../../scripts/support/tree.ts';
import { range } from './model.ts';
import type { Step } from './model.ts';

/** Chips, fans, a battery, arrays of disks, a wireless interface, and what smartctl says of disks. */
export function composeHardware(step: Step): Tree {
  return new Map([
    ...composeChips(step),
    ...composeBattery(),
    ['proc/mdstat', composeMdstat(step)],
    ['proc/net/wireless', composeWireless(step)],
    ...composeSmart(),
  ]);
}

interface Chip {
  name: string;
  files: Record<string, number | string>;
  only?: Step;
}

/** Cores of one processor that have a sensor; two processors say the same labels. */
const CORES_SHOWN = 8;

const processor = (index: number): Chip => ({
  name: 'coretemp',
  files: {
    temp1_label: `Package id ${index}`,
    temp1_input: 61_000 + index * 3000,
    temp1_max: 91_000,
    temp1_crit: 101_000,
    ...Object.fromEntries(
      range(CORES_SHOWN).flatMap((core) => [
        [`temp${core + 2}_label`, `Core ${core}`],
        [`temp${core + 2}_input`, 48_000 + index * 2000 + core * 1000],
        [`temp${core + 2}_max`, 91_000],
        [`temp${core + 2}_crit`, 101_000],
      ]),
    ),
  },
});

const nvme = (heat: number): Chip => ({
  name: 'nvme',
  files: {
    temp1_label: 'Composite',
    temp1_input: heat,
    temp1_max: 81_850,
    temp1_crit: 84_850,
    temp2_label: 'Sensor 1',
    temp2_input: heat + 6000,
    temp2_max: 65_261_850,
  },
});

const CHIPS: Chip[] = [
  processor(0),
  processor(1),
  nvme(38_850),
  nvme(41_850),
  {
    name: 'nct6798',
    files: {
      ...Object.fromEntries(range(4, 1).map((fan) => [`fan${fan}_input`, fan === 3 ? 0 : 1200 + fan * 150])),
      temp1_label: 'SYSTIN',
      temp1_input: 34_000,
      // a socket without a sensor
      temp2_label: 'AUXTIN0',
      temp2_input: -62_000,
    },
  },
  { name: 'drivetemp', files: { temp1_input: 33_000, temp1_max: 55_000, temp1_crit: 60_000 } },
  // sdx, pulled out between the steps
  { name: 'drivetemp', files: { temp1_input: 47_000 }, only: 1 },
  { name: 'acpitz', files: { temp1_input: 27_800 } },
];

function composeChips(step: Step): Tree {
  const tree: Tree = new Map();
  CHIPS.forEach(({ name, files, only }, index) => {
    if (only !== undefined && only !== step) return;
    const folder = `sys/class/hwmon/hwmon${index}`;
    tree.set(`${folder}/name`, `${name}\n`);
    for (const [file, value] of Object.entries(files)) tree.set(`${folder}/${file}`, `${value}\n`);
  });
  return tree;
}

/** A power supply that the mains feed, and the battery of its cache. */
const composeBattery = (): Tree =>
  new Map([
    ['sys/class/power_supply/AC/type', 'Mains\n'],
    ['sys/class/power_supply/BAT0/type', 'Battery\n'],
    ['sys/class/power_supply/BAT0/capacity', '96\n'],
    ['sys/class/power_supply/BAT0/status', 'Charging\n'],
  ]);

/** One array whole, one rebuilt, one without a disk, one striped, one not started. */
const composeMdstat = (
  step: Step,
): string => `Personalities : [raid1] [raid6] [raid5] [raid4] [raid0] [raid10] 
md0 : active raid1 nvme1n1p3[1] nvme0n1p3[0]
      524156928 blocks super 1.2 [2/2] [UU]
      bitmap: 1/4 pages [4KB], 65536KB chunk

md1 : active raid6 sdh1[5] sdg1[4] sdf1[3] sde1[2](F) sdd1[1] sdc1[0]
      15627540480 blocks super 1.2 level 6, 512k chunk, algorithm 2 [6/5] [UU_UUU]
      [=>...................]  recovery =  ${step === 1 ? '9.6' : '9.7'}% (93857792/976630272) finish=120.3min speed=122283K/sec
      
md2 : active (auto-read-only) raid10 sdl1[3] sdk1[2](S) sdj1[1] sdi1[0]
      1953259520 blocks super 1.2 512K chunks 2 near-copies [4/3] [UU_U]
      \tresync=PENDING
      
md3 : active raid0 sdm1[0] sdn1[1]
      1953260544 blocks super 1.2 512k chunks
      
md127 : inactive sdo1[0](S)
      976630488 blocks super 1.2
       
unused devices: <none>
`;

const composeWireless = (step: Step): string =>
  [
    'Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE\n',
    ' face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22\n',
    `wlx00c0ca: 0000   ${step === 1 ? '52.  -58.' : '41.  -69.'}  -256        0      0      0     12    407        0\n`,
  ].join('');

const ATTRIBUTE = {
  worst: 100,
  when_failed: '',
  flags: { value: 51, prefailure: true, updated_online: true },
};

/** Output of smartctl: for a healthy disk, a failing one (bits of the exit code), a sleeping one, and NVMe. */
function composeSmart(): Tree {
  const answers: [device: string, type: string, code: number, says: object][] = [
    [
      'sda',
      'sat',
      0,
      {
        model_name: 'Example SSD 960GB',
        user_capacity: { bytes: 960_197_124_096 },
        ata_smart_attributes: {
          table: [
            {
              ...ATTRIBUTE,
              id: 5,
              name: 'Reallocated_Sector_Ct',
              value: 100,
              thresh: 10,
              raw: { string: '0' },
            },
            { ...ATTRIBUTE, id: 9, name: 'Power_On_Hours', value: 97, thresh: 0, raw: { string: '12345' } },
          ],
        },
      },
    ],
    [
      'sdb',
      'sat',
      88,
      {
        model_name: 'Example HDD 4TB',
        user_capacity: { bytes: 4_000_787_030_016 },
        ata_smart_attributes: {
          table: [
            {
              ...ATTRIBUTE,
              id: 5,
              name: 'Reallocated_Sector_Ct',
              value: 1,
              worst: 1,
              thresh: 10,
              when_failed: 'now',
              raw: { string: '2040' },
            },
          ],
        },
      },
    ],
    ['sdc', 'sat', 2, { smartctl: { messages: [{ string: 'Device is in STANDBY mode, exit(2)' }] } }],
    [
      'nvme0',
      'nvme',
      0,
      {
        model_name: 'Example NVMe 1TB',
        logical_block_size: 512,
        nvme_smart_health_information_log: {
          temperature: 39,
          percentage_used: 2,
          data_units_read: 24_117_248,
        },
      },
    ],
  ];
  const devices = answers.map(([device, type]) => ({ name: `/dev/${device}`, type }));
  return new Map([
    ['run/smartctl --scan-open -j.json', json({ stdout: { devices } })],
    ...answers.map(([device, type, code, stdout]) => {
      const file = `run/smartctl -j --all -n standby -d ${type} _dev_${device}.json`;
      return [file, json({ code, stdout })] as const;
    }),
  ]);
}
