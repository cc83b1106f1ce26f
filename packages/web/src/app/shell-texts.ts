/** Namespaces of the shell's texts. */
export const shellTexts: readonly string[] = ["shell", "ui", "container-facts", "energy-state"];
