/** Why servers cannot be added here. */
export const NOT_EDITABLE =
  'Servers can be added on this page only when the hub has a password: start it with --password.';
