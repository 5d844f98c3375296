/** Returns the message of an error, or anything else that was thrown as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
