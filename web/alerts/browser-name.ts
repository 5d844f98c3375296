/** First match wins: most browsers also claim to be others. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Display name: `Firefox on Android`. @param agent `navigator.userAgent` */
export function browserName(agent: string): string {
  const [browser = 'Browser', system] = [BROWSERS, SYSTEMS].map(
    (known) => known.find(([sign]) => sign.test(agent))?.[1],
  );
  return system === undefined ? browser : `${browser} on ${system}`;
}
