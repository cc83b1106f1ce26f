/** Longest text of a note, in characters. */
export const longestNote = 500;
/** Most notes of a container; more than that is a program, or a diary. */
export const mostNotes = 2_000;
/** As many are listed at once, of as many containers. */
export const mostNotesListed = 200;
