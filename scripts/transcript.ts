/** The output of what runs side by side, one after the other. */

/** The place of one of them in the output. */
export interface Voice {
  say(text: string): void;
  /** It says nothing more. */
  end(): void;
}

/** Shows what the first of them says as it comes; what the others say waits until those before them have ended. */
export class Transcript {
  readonly #show: (text: string) => void;
  readonly #waiting: { held: string[]; isOver: boolean }[] = [];

  constructor(show: (text: string) => void) {
    this.#show = show;
  }

  /** A place behind all that began before. */
  begin(): Voice {
    const own = { held: [] as string[], isOver: false };
    this.#waiting.push(own);
    return {
      say: (text) => {
        own.held.push(text);
        this.#flush();
      },
      end: () => {
        own.isOver = true;
        this.#flush();
      },
    };
  }

  #flush(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      for (const text of first.held.splice(0)) this.#show(text);
      if (!first.isOver) return;
      this.#waiting.shift();
    }
  }
}
