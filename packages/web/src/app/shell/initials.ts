/** Two letters for a person, from the name, else from the address; undefined: neither is known. */
export function initialsOf(
  person: { firstName?: string | null; lastName?: string | null; email: readonly { address: string }[] } | undefined,
): string | undefined {
  if (!person) return undefined;
  const names = [person.firstName, person.lastName].flatMap((name) => name?.trim().at(0) ?? []);
  const address = person.email[0]?.address ?? "";
  // "amina.diallo@..." has two parts, "amina@..." one.
  const parts = (address.split("@")[0] ?? "").split(/[._-]+/).filter(Boolean);
  const letters = names.length > 0 ? names : parts.slice(0, 2).flatMap((part) => part.at(0) ?? []);
  return letters.length === 0 ? undefined : letters.join("").toUpperCase();
}
