/** Stands in the audit in place of a person's id: whoever has the server itself has everything in it. */
export const commandLineId = "command-line";
