/**
 * Thrown by a screen whose address names nothing that is there, or that the person may see. The router's own sign of it stays
 * with the boundary that caught it, which then fails on whatever screen comes next.
 */
export class NothingHere extends Error {
  constructor() {
    super("There is nothing at this address.");
    this.name = "NothingHere";
  }
}
