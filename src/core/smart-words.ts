/** Attribute names of the plugin `smart` that other parts search for. */

/** Attribute for the overall status of a failing disk. */
export const SMART_STATUS = 'SMART overall status';

/** `when_failed` of an attribute that fails now. */
export const FAILING_NOW = 'FAILING_NOW';
