/** Buses of messages between programs (D-Bus). */

/** A method call. */
export interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Arguments: a text is sent as `s`, a list of texts as `as`. */
  readonly values?: readonly (string | readonly string[])[];
}

/** Arrays and structures are arrays, dictionaries arrays of pairs, variants their value. */
export type BusValue = string | number | boolean | readonly BusValue[];

export interface BusSignal {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Decodes the values, as those of a reply. Throws `ParseError`. */
  values(): readonly BusValue[];
}

/** Nothing is connected before `connect`. */
export interface MessageBus {
  connect(handlers: BusHandlers): BusConnection;
}

export interface BusHandlers {
  onSignal(signal: BusSignal): void;
  /** Called once when the connection failed or ended; nothing follows. */
  onEnd(error: Error): void;
}

/** A connection to a bus. It keeps no process alive. */
export interface BusConnection {
  /**
   * Values of the reply. Rejects with `ServiceError` for an error reply, or if the connection ends first. After 25 s without a reply the
   * connection is closed.
   */
  call(call: BusCall): Promise<readonly BusValue[]>;
  close(): void;
}
