/** Texts of kernel errors for folders; numbers from asm-generic/errno(-base).h. */
const WORDS: Readonly<Record<number, (path: string) => string>> = {
  2: (path) => `${path}, or what a link in it leads to, does not exist`,
  5: (path) => `the device below ${path} reports an input/output error`,
  13: (path) => `no permission to read ${path} or a folder below it: run the agent as root or as its owner`,
  20: (path) => `${path} is not a folder`,
  24: () => 'too many open files: raise the limit of open files for the agent (ulimit -n)',
  36: (path) => `${path} holds folders nested deeper than a path may be long`,
  40: (path) => `${path} holds links that lead to each other`,
  110: (path) => `${path}, or what is mounted below it, does not answer: unmount it or bring its server back`,
};

/** One sentence for all folders; null: none. */
export function describeProblems(
  folders: readonly { path: string; errno: number }[],
  ignored: readonly string[],
): string | null {
  const faults = folders
    .filter(({ errno }) => errno !== 0)
    .map(({ path, errno }) => WORDS[errno]?.(path) ?? `${path} cannot be read (error ${errno})`);
  const unused = ignored.map(
    (number) => `folder_${number} is not watched: it has no path, or that of another one`,
  );
  return [...faults, ...unused].join('; ') || null;
}
