/** Simulated disks, hour by hour, in percent of their size: growing ones whose end is known, and flat ones. */

export interface Random {
  /** Uniform from 0 to 1. */
  (): number;
  /** Standard normal. */
  normal(): number;
  /** Exponential with mean 1. */
  exponential(): number;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Object.assign(uniform, {
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    exponential: () => -Math.log(1 - uniform()),
  });
}

const DAY = 24;

/** Events per day; sizes are in days of growth. */
export interface GrowingDisk {
  /** Hours of history. */
  length: number;
  /** Days until full at its steady rate. Default: 2 to 27. */
  days: number;
  bursts: number;
  cleanUps: number;
  /** Temporary files, removed within 12 hours. */
  files: number;
  /** Height of a daily saw-tooth. */
  saw: number;
}

const USUAL = { length: 14 * DAY, bursts: 0.3, cleanUps: 0.15, files: 0.2, saw: 0 };

/** The history of a disk, and the hours until it is full: at its steady rate, and without clean-ups. */
export function growingDisk(seed: number, more: Partial<GrowingDisk>) {
  const { length, bursts, cleanUps, files, saw, ...rest } = { ...USUAL, ...more };
  const random = createRandom(seed);
  const perDay = 0.3 + 2 * random();
  const phase = Math.floor(random() * DAY);
  const days = rest.days ?? 2 + 25 * random();
  const held: { until: number; size: number }[] = [];
  let base = 0;
  const next = (hour: number): number => {
    base += (perDay / DAY) * Math.max(0, 1 + 0.3 * random.normal());
    if (random() < bursts / DAY) base += perDay * random.exponential();
    if (random() < cleanUps / DAY && hour < length) base -= 3 * perDay * (0.5 + random());
    if (random() < files / DAY)
      held.push({ until: hour + 1 + random() * DAY * 0.5, size: 2 * perDay * random.exponential() });
    const kept = held.reduce((sum, { until, size }) => sum + (until > hour ? size : 0), 0);
    return base + kept + (saw * perDay * ((hour + phase) % DAY)) / DAY;
  };
  const hours = Float64Array.from({ length }, (_, hour) => next(hour));
  const limit = hours[length - 1]! + days * perDay;
  let filled = 1;
  while (next(length + filled - 1) < limit) filled += 1;
  return { hours, limit, steady: days * DAY, filled };
}

/** Patterns without growth. Each returns a function from the hour to the use beyond the base. */
export const FLAT_KINDS = {
  constant: () => () => 0,
  noise(random: Random) {
    const spread = 2 * random();
    return () => spread * random.normal();
  },
  wandering(random: Random) {
    const step = 0.05 + 0.2 * random();
    let at = 0;
    return () => (at += step * random.normal() - 0.01 * at);
  },
  'daily saw-tooth': (random: Random) => {
    const height = 5 * random();
    const phase = Math.floor(DAY * random());
    return (hour: number) => (height * ((hour + phase) % DAY)) / DAY;
  },
  'weekly wave': (random: Random) => {
    const height = 3 * random();
    return (hour: number) => height * Math.sin((2 * Math.PI * hour) / (7 * DAY));
  },
  'weekly clean-up': (random: Random) => {
    const height = 4 * random();
    return (hour: number) => (height * (hour % (7 * DAY))) / (7 * DAY);
  },
  'temporary files': (random: Random) => {
    const held: { until: number; size: number }[] = [];
    return (hour: number) => {
      if (random() < 0.3 / DAY)
        held.push({ until: hour + 1 + 3 * DAY * random(), size: 3 * random.exponential() });
      return held.reduce((sum, { until, size }) => sum + (until > hour ? size : 0), 0);
    };
  },
  'bursts and clean-ups': (random: Random) => {
    let at = 0;
    return () => {
      if (random() < 0.3 / DAY) at += random.exponential();
      if (random() < 0.1 / DAY || at > 5) at = Math.max(0, at - 4 * random());
      return at + 0.02 * random.normal();
    };
  },
} as const satisfies Record<string, (random: Random) => (hour: number) => number>;

/** Returns hours, and whether it is full within three days of an hour */
export function flatSeries(kind: keyof typeof FLAT_KINDS, random: Random, length: number) {
  const base = 60 + 34 * random();
  const use = FLAT_KINDS[kind](random);
  const hours = Float64Array.from({ length }, (_, hour) => base + use(hour));
  return {
    hours,
    isFilled: (end: number) => hours.subarray(end - 1, end + 3 * DAY).some((value) => value >= 100),
  };
}
