import { counted } from './counted.ts';

/** `3:04:05`, `1 day, 3:04:05`, `12 days, 3:04:05`. */
export function formatUptime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const days = Math.floor(whole / 86_400);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const clock = `${Math.floor((whole % 86_400) / 3600)}:${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
  if (days === 0) return clock;
  return `${counted(days, 'day')}, ${clock}`;
}
