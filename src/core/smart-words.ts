/** Words in attributes of disks that the plugin `smart` serves and others look for. */

/** Name of the attribute that stands for the overall status of a failing disk. */
export const SMART_STATUS = 'SMART overall status';

/** `when_failed` of an attribute that fails now. */
export const FAILING_NOW = 'FAILING_NOW';
