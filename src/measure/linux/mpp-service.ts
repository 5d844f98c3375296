import { decode } from './bytes.ts';

/** One engine of Rockchip's media processor. */
export interface MppEngine {
  /** `fdbd0000.rkvenc`: register address and device. */
  device: string;
  address: string;
  engine: string;
  /** Percent of time with work queued. */
  load: number;
  /** Percent of time with busy hardware. */
  utilization: number;
}

const LOAD =
  /^[ \t]*([0-9a-f]{1,16})\.([\w-]{1,64})[ \t]+load:[ \t]*(\d{1,3}(?:\.\d{1,6})?)%[ \t]+utilization:[ \t]*(\d{1,3}(?:\.\d{1,6})?)%/;
const SESSION = /^[ \t]*device:[ \t]*(\S{1,100})/;

/** Engines in /proc/mpp_service/load; none while their load is not measured (`load_interval` 0). */
export function parseMppLoad(bytes: Uint8Array): MppEngine[] {
  return decode(bytes)
    .split('\n')
    .flatMap((line) => {
      const [, address, engine, load, utilization] = LOAD.exec(line) ?? [];
      if (address === undefined || engine === undefined) return [];
      const device = `${address}.${engine}`;
      return [{ device, address, engine, load: Number(load), utilization: Number(utilization) }];
    });
}

/** How many programs use each device, from /proc/mpp_service/sessions-summary. */
export function parseMppSessions(bytes: Uint8Array): Map<string, number> {
  const sessions = new Map<string, number>();
  for (const line of decode(bytes).split('\n')) {
    const [, device] = SESSION.exec(line) ?? [];
    if (device !== undefined) sessions.set(device, (sessions.get(device) ?? 0) + 1);
  }
  return sessions;
}
