/** An invalid call or reply; the message is part of a sentence. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
}

/** Fault reply of the other side. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
