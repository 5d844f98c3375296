/** Messages for NVML return codes (nvmlReturn_t). */

export const SUCCESS = 0;

const WORDS: Readonly<Record<number, string>> = {
  4: 'no permission to use /dev/nvidiactl and /dev/nvidia*: add the user of the agent to the group that owns them',
  8: 'a card lacks its power cable',
  9: 'the NVIDIA driver is not loaded: load its module nvidia, or start the container with access to the GPUs',
  10: 'the NVIDIA driver gave up waiting for a card',
  12: 'the NVIDIA library lacks parts of itself: install the driver packages anew',
  15: 'the card does not answer any more (GPU is lost): reset it or restart the machine',
  16: 'the card must be reset before it can be used',
  17: 'the operating system refuses the NVIDIA driver access to the GPUs',
  18: 'NVIDIA driver/library version mismatch: the driver was updated while its old module is loaded; load the new one or restart the machine, then the agent',
};

export const describeCode = (code: number): string =>
  WORDS[code] ?? `the NVIDIA driver answers with error ${code}`;
