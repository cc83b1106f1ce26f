/** Meanings of states in the catalogue that have a word in both languages. */
export const stateWords = [
  "off",
  "on",
  "open",
  "closed",
  "inverting",
  "charging",
  "passthrough",
  "fault",
  "cool",
  "heat",
  "fan",
  "dry",
  "auto",
] as const;
