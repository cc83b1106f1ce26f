/** A battery at this charge or above is full, percent: for its state, its bar, its days and its forecast alike. */
export const fullSoc = 99;
