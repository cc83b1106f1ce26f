import { Refusal } from "@offgrid/contract/core/refusal";

export interface FairQueueSize {
  /** Pieces of work under way at a time, in all and for one person. */
  atOnce: number;
  perPerson: number;
  /** Pieces waiting at a time, in all and for one person; more are refused. */
  waiting: number;
  waitingPerPerson: number;
}

export interface WaitOptions {
  /** Aborted: whoever asked is gone, and what waits for them is dropped. */
  signal?: AbortSignal | undefined;
  /** Refused when its turn has not come by then. */
  longestWaitMs?: number;
}

interface Waiting {
  person: string;
  start: () => void;
}

const retryAfterS = 2;
/** Before the web app gives a call up, so that it hears why. */
const usualWaitMs = 25_000;

/**
 * Heavy work queues, so that it leaves connections and processor time for everything else. It runs in order of arrival,
 * except that people with less of it under way go before those with more.
 */
export class FairQueue {
  readonly #size: FairQueueSize;
  readonly #underWay = new Map<string, number>();
  #waiting: Waiting[] = [];
  #total = 0;

  constructor(size: FairQueueSize) {
    this.#size = size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs work when it is its turn.
   * @throws Refusal("too_many") when too many wait already, and when it waited for too long or for nobody.
   */
  async run<Result>(person: string, work: () => Promise<Result>, waiting: WaitOptions = {}): Promise<Result> {
    await this.#turn(person, waiting);
    try {
      return await work();
    } finally {
      this.#end(person);
    }
  }

  #turn(person: string, { signal, longestWaitMs = usualWaitMs }: WaitOptions): Promise<void> | undefined {
    const { waiting, waitingPerPerson } = this.#size;
    if (signal?.aborted) throw new Refusal("too_many", { retryAfterS });
    if (this.#mayStart(person)) {
      this.#start(person);
      return undefined;
    }
    const own = this.#waiting.filter((one) => one.person === person).length;
    if (this.#waiting.length >= waiting || own >= waitingPerPerson) throw new Refusal("too_many", { retryAfterS });
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
      };
      const one: Waiting = {
        person,
        start: () => {
          stop();
          resolve();
        },
      };
      const leave = () => {
        stop();
        this.#waiting = this.#waiting.filter((other) => other !== one);
        reject(new Refusal("too_many", { retryAfterS }));
      };
      const timer = setTimeout(leave, longestWaitMs);
      signal?.addEventListener("abort", leave);
      this.#waiting.push(one);
    });
  }

  #underWayOf(person: string): number {
    return this.#underWay.get(person) ?? 0;
  }

  #mayStart(person: string): boolean {
    return this.#total < this.#size.atOnce && this.#underWayOf(person) < this.#size.perPerson;
  }

  #start(person: string): void {
    this.#total++;
    this.#underWay.set(person, this.#underWayOf(person) + 1);
  }

  #end(person: string): void {
    this.#total--;
    const left = this.#underWayOf(person) - 1;
    if (left > 0) this.#underWay.set(person, left);
    else this.#underWay.delete(person);
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting = this.#waiting.filter((one) => one !== next);
      // Counted at once, so that work that arrives in between cannot go first.
      this.#start(next.person);
      next.start();
    }
  }

  #next(): Waiting | undefined {
    let best: Waiting | undefined;
    for (const one of this.#waiting) {
      if (!this.#mayStart(one.person)) continue;
      if (!best || this.#underWayOf(one.person) < this.#underWayOf(best.person)) best = one;
    }
    return best;
  }
}
