/** Version of the package; its major number is that of the REST API. */
export const VERSION = '4.0.0';
