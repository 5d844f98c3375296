/** Texts of the plugin `system`, including its summary. */
export function systemTexts(texts: Readonly<Record<string, string>>): Record<string, string> {
  const { os_name: system, os_version: version, platform, linux_distro: distribution } = texts;
  const words = [distribution, platform, '/', system, version];
  return { ...texts, hr_name: words.filter(Boolean).join(' ') };
}
