/** Takes lines for the log of the agent. */
export type NotifyLog = (level: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR', text: string) => void;
