/**
 * Measures the turns of a program's event loop, loaded into it (`node --import bench/turn-probe.js …`): what passes between two timers
 * of a millisecond, as CPU time of the main thread and by the clock. Once a second a line with the longest of that second is added to
 * the file that TURNS_FILE names.
 */
import { appendFileSync } from 'node:fs';
import { threadClock } from './thread-clock.js';

const INTERVAL_MS = 1;
const REPORT_MS = 1000;

const file = process.env.TURNS_FILE;
const cpu = threadClock();
let before = { cpu: cpu(), wall: performance.now() };
let longest = { cpu: 0, wall: 0 };
let reported = before.wall;

setInterval(() => {
  const now = { cpu: cpu(), wall: performance.now() };
  longest = {
    cpu: Math.max(longest.cpu, now.cpu - before.cpu),
    wall: Math.max(longest.wall, now.wall - before.wall - INTERVAL_MS),
  };
  if (now.wall - reported >= REPORT_MS) {
    appendFileSync(file, `${longest.cpu.toFixed(3)} ${longest.wall.toFixed(3)}\n`);
    longest = { cpu: 0, wall: 0 };
    reported = now.wall;
  }
  before = { cpu: cpu(), wall: performance.now() };
}, INTERVAL_MS);
