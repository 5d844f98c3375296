import { type Reason, SaidError } from './said.ts';

interface Cause {
  /** Status of an answer that refuses. */
  status?: number;
  /** Code of a system error (`EACCES`, `ECONNREFUSED`). */
  code?: string | undefined;
}

/** A question that a service did not answer; the message names the service and says why, in words a user can act on. */
export class ServiceError extends SaidError {
  override readonly name = 'ServiceError';
  readonly status: number | null;
  readonly code: string | null;

  constructor(reason: Reason, { status, code }: Cause = {}) {
    super(reason);
    this.status = status ?? null;
    this.code = code ?? null;
  }
}
