/** What a person, or their device, can decline when a page asks for it. */
export type DeclinedThing = "passkey" | "push" | "provider";

/** A request to the person that came to nothing. Screens show the sentence `shared:declined.<thing>`. */
export class Declined extends Error {
  readonly thing: DeclinedThing;

  constructor(thing: DeclinedThing, cause?: unknown) {
    super(`${thing} declined`, { cause });
    this.name = "Declined";
    this.thing = thing;
  }
}
