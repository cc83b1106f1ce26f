/** Answers that are given again for a while, each computed once for all who wait for it. */
export class PublicCache<Answer> {
  readonly #ageMs: number;
  readonly #kept = new Map<string, { untilMs: number; answer: Promise<Answer> }>();

  constructor(ageMs: number) {
    this.#ageMs = ageMs;
  }

  get(key: string, nowMs: number, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.#kept.get(key);
    if (known && known.untilMs > nowMs) return known.answer;
    this.#kept.delete(key);
    const answer = make();
    this.#kept.set(key, { untilMs: nowMs + this.#ageMs, answer });
    answer.catch(() => this.#kept.delete(key));
    if (this.#kept.size > most) this.#kept.delete(this.#kept.keys().next().value as string);
    return answer;
  }
}

/** Answers that are kept; the oldest go first. */
const most = 300;
