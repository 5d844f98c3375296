/** What plugins of others import: declarations, as the plugins of Gander itself have them. */
const field =
  (kind) =>
  (unit, description, options = {}) => ({ kind, unit, description, options });

/** A number that goes up and down. */
export const gauge = field('gauge');
/** A number that only grows; Gander shows its increase per second. */
export const counter = field('counter');
/** A number that rarely changes. */
export const constant = field('constant');
/** The text that names an item. */
export const text = (description) => ({ kind: 'text', unit: null, description, options: {} });
/** Declares a plugin. */
export const definePlugin = (plugin) => plugin;
