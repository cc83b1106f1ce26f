/** Texts that are inserted into answers, with places for what differs from ticket to ticket. Pure. */

export const ticketTextLimits = { most: 200, longestTitle: 60 } as const;

/** What a place is filled with; value: of the gravest warning of the incident, or without an incident the charge of the battery. */
export const textPlaces = ["container", "value", "hours_left", "agent"] as const;
export type TextPlace = (typeof textPlaces)[number];

const places = new RegExp(String.raw`\{(${textPlaces.join("|")})\}`, "g");

/** How a place is written in a text. */
export const placeSign = (place: TextPlace) => `{${place}}`;

/** A text for a ticket: a place of which nothing is known stays as it is written. */
export function fillText(text: string, known: Partial<Record<TextPlace, string>>): string {
  return text.replaceAll(places, (sign, place: TextPlace) => known[place] ?? sign);
}

/** What looks for a text to insert while a word follows it, wherever a word may begin. */
export const textOpener = "::";
/** Places of any name, since one that is misspelt is as open as the others; and a search for a text that nobody ended. */
const open = /\{\p{L}[\p{L}\p{N}_]{0,40}\}|(?<=^|\s)::(?:\p{L}[^\s:]*)?(?=\s|$)/gu;

/** What of a text nobody has filled or ended, as it is written there, each once: no customer is to read it. */
export function openSigns(text: string): string[] {
  return [...new Set(text.match(open))];
}
