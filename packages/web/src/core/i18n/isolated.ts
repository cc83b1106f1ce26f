/** Marks by which a text sets the direction of what follows it, also beyond its own end. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Other people's text as it stands inside a sentence, which it must not turn around. */
export function isolated(text: string): string {
  const plain = text.replace(directionMarks, "");
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
