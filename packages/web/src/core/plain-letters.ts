/** Letters without accents and case, so that "thies" finds "Thiès". */
export function plainLetters(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
