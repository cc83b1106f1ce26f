/**
 * The reserve unless another is set, and the cut-off unless one is set or learned, percent. Apart from the schema, so that
 * screens need not load it.
 */
export const defaultReserveSoc = 20;
