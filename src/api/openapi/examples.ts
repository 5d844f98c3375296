/** Made by npm run docs from test/golden/hosts. */
import type { Examples } from './types.ts';

export const EXAMPLES: Examples = {
  "alert": [
    {
      "begin": 1795226170,
      "end": -1,
      "state": "CRITICAL",
      "type": "CPU_TOTAL",
      "max": 99.8,
      "avg": 99.8,
      "min": 99.8,
      "sum": 99.8,
      "count": 1,
      "top": [
        "python3",
        "cat",
        "odd (name) x"
      ],
      "desc": "",
      "sort": "cpu_percent",
      "global_msg": "EVENTS history"
    }
  ],
  "amps": [
    {
      "name": "text",
      "result": null,
      "refresh": null,
      "timer": null,
      "count": null,
      "countmin": null,
      "countmax": null,
      "regex": true,
      "key": "name"
    }
  ],
  "cloud": {
    "platform": "text",
    "id": "text",
    "name": "text",
    "type": "text",
    "region": "text"
  },
  "connections": {
    "net_connections_enabled": true,
    "nf_conntrack_enabled": true,
    "LISTEN": 1,
    "ESTABLISHED": 0,
    "SYN_SENT": 0,
    "SYN_RECV": 0,
    "initiated": 0,
    "terminated": 0,
    "nf_conntrack_count": 0,
    "nf_conntrack_max": 262144,
    "nf_conntrack_percent": 0
  },
  "containers": [
    {
      "name": "metrics",
      "id": "6d6574726963736d6574726963736d6574726963736d6574726963736d657472",
      "status": "healthy",
      "created": "2025-12-02T00:00:00.000Z",
      "command": "/bin/prometheus --config.file=/etc/prometheus/prometheus.yml",
      "image": [
        "prom/prometheus:v3.5.0"
      ],
      "ports": "9090->9090/tcp",
      "uptime": "3 days",
      "engine": "docker",
      "cpu_percent": 75,
      "cpu_limit": 4,
      "memory_usage": 6442450944,
      "memory_inactive_file": 2147483648,
      "memory_limit": 8589934592,
      "memory_percent": null,
      "io_rx": 1048576,
      "io_wx": 4194304,
      "network_rx": 2097152,
      "network_tx": 524288,
      "cpu": {
        "total": 75,
        "limit": 4
      },
      "memory": {
        "usage": 6442450944,
        "limit": 8589934592,
        "inactive_file": 2147483648
      },
      "io": {
        "cumulative_ior": 42951770112,
        "cumulative_iow": 64432898048,
        "time_since_update": 2,
        "ior": 2097152,
        "iow": 8388608
      },
      "network": {
        "cumulative_rx": 96640958464,
        "cumulative_tx": 10738466816,
        "time_since_update": 2,
        "rx": 4194304,
        "tx": 1048576
      },
      "key": "name"
    }
  ],
  "core": {
    "phys": 2,
    "log": 2
  },
  "cpu": {
    "total": 99.8,
    "user": 51.5,
    "nice": 0,
    "system": 48,
    "idle": 0.3,
    "iowait": 0,
    "irq": 0,
    "steal": 0.3,
    "guest": 0,
    "ctx_switches": 615,
    "interrupts": 1209,
    "soft_interrupts": 152,
    "syscalls": 0,
    "cpucore": 2,
    "ctx_switches_gauge": 688110,
    "ctx_switches_rate_per_sec": 307,
    "interrupts_gauge": 263764,
    "interrupts_rate_per_sec": 604,
    "soft_interrupts_gauge": 161513,
    "soft_interrupts_rate_per_sec": 76,
    "syscalls_gauge": 0,
    "syscalls_rate_per_sec": 0,
    "time_since_update": 2,
    "total_min": 0,
    "total_max": 99.8,
    "total_mean": 35.07
  },
  "diskio": [
    {
      "disk_name": "vda",
      "read_count": 0,
      "write_count": 0,
      "read_bytes": 0,
      "write_bytes": 0,
      "read_time": 0,
      "write_time": 0,
      "key": "disk_name",
      "read_count_gauge": 20553,
      "read_count_rate_per_sec": 0,
      "write_count_gauge": 2230,
      "write_count_rate_per_sec": 0,
      "read_bytes_gauge": 1367917568,
      "read_bytes_rate_per_sec": 0,
      "write_bytes_gauge": 548868096,
      "write_bytes_rate_per_sec": 0,
      "read_time_gauge": 36892,
      "read_time_rate_per_sec": 0,
      "write_time_gauge": 14060,
      "write_time_rate_per_sec": 0,
      "time_since_update": 2,
      "read_latency": 0,
      "write_latency": 0
    }
  ],
  "folders": [
    {
      "indice": "text",
      "path": "text",
      "refresh": 0,
      "careful": null,
      "warning": null,
      "critical": null,
      "size": null,
      "errno": 0,
      "key": "path"
    }
  ],
  "fs": [
    {
      "device_name": "/dev/vda",
      "fs_type": "ext4",
      "mnt_point": "/",
      "options": "rw,relatime,discard,resv_strict,resuid=65534,resgid=65534",
      "size": 270553174016,
      "used": 23576248320,
      "free": 85368045568,
      "percent": 21.6,
      "key": "mnt_point"
    }
  ],
  "gpu": [
    {
      "gpu_id": "amd0",
      "name": "Radeon RX 7900 XTX",
      "mem": 75,
      "proc": 92,
      "temperature": 68,
      "fan_speed": null,
      "key": "gpu_id"
    }
  ],
  "help": null,
  "ip": {
    "address": "192.0.2.2",
    "mask": "255.255.255.0",
    "mask_cidr": 24,
    "gateway": "192.0.2.1"
  },
  "irq": [
    {
      "irq_line": "LOC",
      "irq_rate": 591,
      "key": "irq_line",
      "time_since_update": 2
    }
  ],
  "libversion": "4.0.0",
  "load": {
    "min1": 0.35,
    "min5": 0.16,
    "min15": 0.12,
    "cpucore": 2,
    "min1_min": 0.21,
    "min1_max": 0.35,
    "min1_mean": 0.26
  },
  "mem": {
    "total": 25276514304,
    "available": 24811556864,
    "percent": 1.8,
    "used": 464957440,
    "free": 24844283904,
    "active": 71917568,
    "inactive": 223158272,
    "buffers": 3170304,
    "cached": 187068416,
    "shared": 8998912,
    "percent_min": 1.8,
    "percent_max": 1.8,
    "percent_mean": 1.8
  },
  "memswap": {
    "total": 0,
    "used": 0,
    "free": 0,
    "percent": 0,
    "sin": 0,
    "sout": 0,
    "time_since_update": 2
  },
  "mpp": [
    {
      "engine_id": "rockchip_rkvenc",
      "name": "RKVENC",
      "type": "enc",
      "load": 41.5,
      "utilization": 40.12,
      "sessions": 1,
      "key": "engine_id"
    }
  ],
  "network": [
    {
      "interface_name": "eth0",
      "alias": null,
      "bytes_recv": 0,
      "bytes_sent": 0,
      "speed": 0,
      "is_up": true,
      "key": "interface_name",
      "bytes_recv_gauge": 239854672,
      "bytes_recv_rate_per_sec": 0,
      "bytes_sent_gauge": 461463,
      "bytes_sent_rate_per_sec": 0,
      "time_since_update": 2,
      "bytes_all": 0,
      "bytes_all_gauge": 240316135,
      "bytes_all_rate_per_sec": 0
    }
  ],
  "now": {
    "iso": "2026-11-21T01:56:10+00:00",
    "custom": "2026-11-21 01:56:10 UTC"
  },
  "npu": [
    {
      "npu_id": "amd_1",
      "name": "AMD NPU (Hawk Point)",
      "load": null,
      "freq": 66,
      "freq_current": 800000000,
      "freq_max": 1200000000,
      "mem": null,
      "memory_used": null,
      "memory_total": null,
      "temperature": null,
      "power": null,
      "key": "npu_id"
    }
  ],
  "percpu": [
    {
      "cpu_number": 0,
      "total": 100,
      "user": 98,
      "system": 2,
      "idle": 0,
      "nice": 0,
      "iowait": 0,
      "irq": 0,
      "softirq": 0,
      "steal": 0,
      "guest": 0,
      "guest_nice": 0,
      "dpc": null,
      "interrupt": null,
      "key": "cpu_number"
    }
  ],
  "ports": [
    {
      "indice": "port_0",
      "host": "192.0.2.1",
      "port": 0,
      "description": "DefaultGateway",
      "refresh": 30,
      "timeout": 3,
      "status": null,
      "rtt_warning": null,
      "key": "indice"
    }
  ],
  "processcount": {
    "total": 43,
    "running": 2,
    "sleeping": 27,
    "thread": 50,
    "pid_max": 32768
  },
  "processlist": [
    {
      "key": "pid",
      "pid": 9359,
      "name": "python3",
      "status": "R",
      "io_counters": [
        12288,
        0,
        12288,
        0,
        1
      ],
      "time_since_update": 2,
      "cmdline": [
        "/root/.pyenv/versions/3.11.7/bin/python3",
        "-c",
        "while True: pass"
      ],
      "username": "root",
      "nice": 0,
      "num_threads": 1,
      "cpu_percent": 96,
      "memory_percent": 0.0548531329646425,
      "cpu_times": {
        "user": 4.31,
        "system": 0.01,
        "children_user": 0.04,
        "children_system": 0.02,
        "iowait": 0
      },
      "memory_info": {
        "rss": 13864960,
        "vms": 16949248,
        "shared": 6828032,
        "text": 4096,
        "lib": 0,
        "data": 8257536,
        "dirty": 0
      },
      "gids": {
        "real": 0,
        "effective": 0,
        "saved": 0
      }
    }
  ],
  "programlist": [
    {
      "name": "python3",
      "pid": "_",
      "childrens": [
        9359,
        9364,
        9363,
        9365,
        9571
      ],
      "nprocs": 5,
      "cmdline": [
        "python3"
      ],
      "username": "root",
      "status": "_",
      "nice": 0,
      "num_threads": 12,
      "cpu_percent": 96,
      "memory_percent": 0.24869454404973956,
      "cpu_times": {
        "user": 4.539999999999999,
        "system": 0.07,
        "children_user": 0.16,
        "children_system": 0.09,
        "iowait": 0
      },
      "memory_info": {
        "rss": 62861312,
        "vms": 606826496,
        "shared": 30695424,
        "text": 16384,
        "lib": 0,
        "data": 96186368,
        "dirty": 0
      },
      "io_counters": [
        12288,
        0,
        12288,
        0,
        1
      ],
      "time_since_update": 2
    }
  ],
  "quicklook": {
    "cpu": 99.8,
    "mem": 1.8,
    "swap": 0,
    "load": 6,
    "gpu_mem": 0,
    "gpu_proc": 0,
    "percpu": [
      {
        "key": "cpu_number",
        "cpu_number": 0,
        "total": 100,
        "user": 98,
        "system": 2,
        "idle": 0,
        "nice": 0,
        "iowait": 0,
        "irq": 0,
        "softirq": 0,
        "steal": 0,
        "guest": 0,
        "guest_nice": 0,
        "dpc": null,
        "interrupt": null
      }
    ],
    "cpu_name": "Intel(R) Xeon(R) Processor @ 2.50GHz",
    "cpu_hz_current": 2500000000,
    "cpu_hz": null,
    "cpu_log_core": 2,
    "cpu_phys_core": 2
  },
  "raid": {
    "md0": {
      "status": "active",
      "type": "raid1",
      "components": {
        "nvme1n1p3": "1",
        "nvme0n1p3": "0"
      },
      "available": "2",
      "used": "2",
      "config": "UU"
    },
    "md1": {
      "status": "active",
      "type": "raid6",
      "components": {
        "sdh1": "5",
        "sdg1": "4",
        "sdf1": "3",
        "sde1": "2",
        "sdd1": "1",
        "sdc1": "0"
      },
      "available": "6",
      "used": "5",
      "config": "UU_UUU"
    },
    "md2": {
      "status": "active",
      "type": "raid10",
      "components": {
        "sdl1": "3",
        "sdk1": "2",
        "sdj1": "1",
        "sdi1": "0"
      },
      "available": "4",
      "used": "3",
      "config": "UU_U"
    },
    "md3": {
      "status": "active",
      "type": "raid0",
      "components": {
        "sdm1": "0",
        "sdn1": "1"
      },
      "available": null,
      "used": null,
      "config": null
    },
    "md127": {
      "status": "inactive",
      "type": null,
      "components": {
        "sdo1": "0"
      },
      "available": null,
      "used": null,
      "config": null
    }
  },
  "sensors": [
    {
      "label": "AUXTIN0",
      "unit": "C",
      "value": -62,
      "warning": null,
      "critical": null,
      "type": "temperature_core",
      "key": "label"
    }
  ],
  "smart": [
    {
      "1": {
        "name": "Number of critical warnings",
        "key": "criticalWarning",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "2": {
        "name": "Temperature (°C)",
        "key": "_temperature",
        "value": 39,
        "flags": null,
        "raw": 39,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "3": {
        "name": "Available spare (%)",
        "key": "availableSpare",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "4": {
        "name": "Available spare threshold (%)",
        "key": "availableSpareThreshold",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "5": {
        "name": "Percentage used (%)",
        "key": "percentageUsed",
        "value": 2,
        "flags": null,
        "raw": 2,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "6": {
        "name": "Data units read",
        "key": "dataUnitsRead",
        "value": 24117248,
        "flags": null,
        "raw": 24117248,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "7": {
        "name": "Bytes read",
        "key": "bytesRead",
        "value": 12348030976000,
        "flags": null,
        "raw": 12348030976000,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "8": {
        "name": "Data units written",
        "key": "dataUnitsWritten",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "9": {
        "name": "Bytes written",
        "key": "bytesWritten",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "10": {
        "name": "Host read commands",
        "key": "hostReadCommands",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "11": {
        "name": "Host write commands",
        "key": "hostWriteCommands",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "12": {
        "name": "Controller busy time (min)",
        "key": "controllerBusyTime",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "13": {
        "name": "Power cycles",
        "key": "powerCycles",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "14": {
        "name": "Power-on hours",
        "key": "powerOnHours",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "15": {
        "name": "Unsafe shutdowns",
        "key": "unsafeShutdowns",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "16": {
        "name": "Integrity errors",
        "key": "integrityErrors",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "17": {
        "name": "Error log entries",
        "key": "errorEntries",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "18": {
        "name": "Warning temperature time (min)",
        "key": "warningTemperatureTime",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "19": {
        "name": "Critical temperature time (min)",
        "key": "criticalTemperatureTime",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "20": {
        "name": "Logical sector size",
        "key": "_logical_sector_size",
        "value": 512,
        "flags": null,
        "raw": 512,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "21": {
        "name": "Physical sector size",
        "key": "_physical_sector_size",
        "value": null,
        "flags": null,
        "raw": null,
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "22": {
        "name": "Errors",
        "key": "errors",
        "value": [],
        "flags": null,
        "raw": [],
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "23": {
        "name": "Self-tests",
        "key": "tests",
        "value": [],
        "flags": null,
        "raw": [],
        "worst": null,
        "threshold": null,
        "type": null,
        "updated": null,
        "when_failed": null
      },
      "DeviceName": "nvme0 Example NVMe 1TB",
      "key": "DeviceName"
    }
  ],
  "system": {
    "os_name": "Linux",
    "hostname": "recorded-host",
    "platform": "64bit",
    "os_version": "6.18.44-fc-v595",
    "linux_distro": "Debian GNU/Linux 12",
    "hr_name": "Debian GNU/Linux 12 64bit / Linux 6.18.44-fc-v595"
  },
  "uptime": "0:26:37",
  "version": "4.0.0",
  "vms": [
    {
      "name": "build01",
      "id": "7",
      "status": "running",
      "release": "Build machine",
      "cpu_count": 2,
      "cpu_time": 100,
      "memory_usage": 3221225472,
      "memory_total": 4294967296,
      "load_1min": null,
      "load_5min": null,
      "load_15min": null,
      "ipv4": null,
      "engine": "virsh",
      "engine_version": "QEMU 9.1.0",
      "key": "name",
      "cpu_time_gauge": 51230,
      "cpu_time_rate_per_sec": 50,
      "time_since_update": 2
    }
  ],
  "wifi": [
    {
      "ssid": "wlx00c0ca",
      "quality_link": 41,
      "quality_level": -69,
      "key": "ssid"
    }
  ]
};
