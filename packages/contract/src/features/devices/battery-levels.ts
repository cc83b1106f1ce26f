/** A battery at this charge or above is full, percent: for its state, its bar, its days and its forecast alike. */
export const fullSoc = 99;

/** A battery is too hot from here on, and too cold to be charged down from there. */
export const hotDegC = 50;
export const coldDegC = 0;
