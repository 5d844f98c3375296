/** Texts that a page must show unchanged: markup, direction marks, wide characters, length, templates, control characters. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<img src=x onerror="window.evil=1"><script>window.evil=1</script>',
  '\u202Egnp.exe\u2066\u202D',
  '👩‍💻🔥 Größe ﷽',
  'x'.repeat(4096),
  '{{ constructor.constructor("window.evil=1")() }}',
  '\0\u0001\n\r\t',
];
