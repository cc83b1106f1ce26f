/** What people were called; what is not known is null. */
export interface Called {
  email: string | null;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
}

/**
 * Patterns of PostgreSQL's regular expressions that find where somebody is named, in plain text as in that of JSON: their
 * addresses, telephone numbers and full names anywhere; a first or last name alone only as a whole text in quotes, for in a
 * sentence it may be anybody's. Pure.
 */
export function patternsOf(called: readonly Called[]): { pattern: string | null; exact: string | null } {
  const anywhere = called.flatMap(({ email, phone, firstName, lastName }) => [
    ...(email ? bounded(email, "[:alnum:]._%+-", "[:alnum:]-") : []),
    ...phonePattern(phone ?? ""),
    ...(firstName && lastName ? bounded(`${firstName} ${lastName}`, "[:alnum:]", "[:alnum:]") : []),
    ...(firstName && lastName ? bounded(`${lastName} ${firstName}`, "[:alnum:]", "[:alnum:]") : []),
  ]);
  const alone = called.flatMap(({ firstName, lastName }) => [firstName, lastName]).filter((name) => !!name);
  const quoted = [...new Set(alone.flatMap((name) => bothWays(name ?? "")))];
  return {
    pattern: anywhere.length === 0 ? null : [...new Set(anywhere)].join("|"),
    // A key of JSON is followed by a colon.
    exact: quoted.length === 0 ? null : `"(${quoted.join("|")})"(?!:)`,
  };
}

function bounded(text: string, before: string, after: string): string[] {
  return bothWays(text.trim()).map((found) => `(?<![${before}])${found}(?![${after}])`);
}

/** As it is, and as JSON writes it where that differs. */
function bothWays(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  return [...new Set([text, inJson])].map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
}

const fewestDigits = 7;

/** However the digits are grouped. A number of JSON, which begins with neither 0 nor +, is no telephone number. */
function phonePattern(phone: string): string[] {
  const [, prefix, rest] = /^\s*(\+|00?)?(.*)$/s.exec(phone) ?? [];
  const digits = rest?.replaceAll(/\D/g, "") ?? "";
  if (digits.length < fewestDigits) return [];
  const start =
    prefix === undefined
      ? `(?<![[:alnum:]+]|[:,[] |\\[)`
      : prefix === "0"
        ? "(?<![[:alnum:]+])0"
        : String.raw`(?<![[:alnum:]+])(\+|00)`;
  return [`${start}${Array.from(digits).join(String.raw`[\s./()-]*`)}(?![[:alnum:]])`];
}
