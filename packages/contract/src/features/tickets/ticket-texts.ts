/** Texts that are inserted into answers, with places for what differs from ticket to ticket. Pure. */

export const ticketTextLimits = { most: 200, longestTitle: 60 } as const;

/** What a place is filled with; value: of the gravest warning of the incident. */
export const textPlaces = ["container", "value", "hours_left", "agent"] as const;
export type TextPlace = (typeof textPlaces)[number];

const places = new RegExp(String.raw`\{(${textPlaces.join("|")})\}`, "g");

/** How a place is written in a text. */
export const placeSign = (place: TextPlace) => `{${place}}`;

/** A text for a ticket: a place of which nothing is known stays as it is written. */
export function fillText(text: string, known: Partial<Record<TextPlace, string>>): string {
  return text.replaceAll(places, (sign, place: TextPlace) => known[place] ?? sign);
}

/** The places of a text that nobody has filled, each once. */
export function openPlaces(text: string): TextPlace[] {
  return [...new Set(Array.from(text.matchAll(places), ([, place]) => place as TextPlace))];
}
