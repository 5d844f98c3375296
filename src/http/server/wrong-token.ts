/** Refusals of routes whose only credential is a token. */
import type { LoginThrottle } from '../../net/credentials/login-throttle.ts';
import { ApiError } from './errors.ts';

/** @param absent reply to all others: the same for an unknown name and a wrong token */
export function wrongToken(throttle: LoginThrottle, address: string, absent: string): ApiError {
  const { waitMs } = throttle.reserve(address);
  if (waitMs <= 0) return new ApiError(404, absent);
  const seconds = Math.ceil(waitMs / 1000);
  return new ApiError(429, `Too many wrong tokens from this address: try again in ${seconds} seconds`, {
    'retry-after': String(seconds),
  });
}
