/** Packages that single exporters need, with the major versions that are tested. They are peer dependencies, and optional. */
export const OPTIONAL_PACKAGES: Readonly<Record<string, string>> = {};
