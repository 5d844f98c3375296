/** In the address: the first board, or how to make one. */
export const NO_BOARD = '*';
