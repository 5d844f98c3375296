/** Writes lines to the agent's log. */
export type NotifyLog = (level: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR', text: string) => void;
