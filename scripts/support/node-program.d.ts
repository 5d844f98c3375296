/** Path of the program, which npm brings. Throws when the registry cannot be reached. */
export function nodeProgram(version: string, arch?: string): string;
