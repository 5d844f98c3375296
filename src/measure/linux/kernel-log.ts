/** Output of `dmesg --raw`: printk records with facility, level and time, as of "Formats of messages" in dmesg(1). */

interface KernelMessage {
  /** Seconds since the start of the kernel. */
  readonly seconds: number;
  /** 0 to 7. */
  readonly priority: number;
  readonly text: string;
}

/** `<46>[26959.989774] text`; a record of several lines has the prefix on its first. */
const RECORD = /^<(\d{1,3})>\[ *(\d{1,12}(?:\.\d{1,9})?)\] ?(.*)$/;

/** Parses one line; null for continuations and other lines. */
export function parseKernelLine(line: string): KernelMessage | null {
  const [, number = '', seconds = '', text = ''] = RECORD.exec(line) ?? [];
  return number === '' ? null : { seconds: Number(seconds), priority: Number(number) & 7, text };
}
