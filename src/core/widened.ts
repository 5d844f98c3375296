/**
 * Hides the parameters of a declaration that its own type has checked: a list of declarations need not know their options. The caller
 * passes each declaration its own options and nothing else.
 */
export const widened = <Wide extends object>(declaration: object): Wide => declaration as Wide;
