import type { FleetMessage } from "@offgrid/simulator/main";

const barWidth = 40;

/** What the programs of the fleet say of themselves, as one: a progress bar on a terminal, else a line per tenth. */
export class FleetProgress {
  /** Of each program: its frames that are in the portal, and how many there will be. */
  readonly #known = new Map<string, { done: number; total: number; isComplete: boolean }>();
  #lastTenth = 0;
  #isOpen = false;

  /** @param programs Their names, all of which have to be complete. */
  constructor(programs: readonly string[]) {
    for (const name of programs) this.#known.set(name, { done: 0, total: 0, isComplete: false });
  }

  receive(program: string, message: FleetMessage): void {
    const known = this.#known.get(program) ?? { done: 0, total: 0, isComplete: false };
    if (message.kind === "failed") this.say(`The simulated fleet failed: ${message.message}`);
    if (message.kind === "progress") {
      this.#known.set(program, { ...known, done: message.done, total: message.total });
      this.#show();
    }
    if (message.kind === "history-done" && !this.#isComplete()) {
      this.#known.set(program, { ...known, isComplete: true });
      if (this.#isComplete()) this.say("The fleet's history is complete.");
    }
  }

  say(sentence: string): void {
    if (this.#isOpen) process.stdout.write("\n");
    this.#isOpen = false;
    console.log(`  ${sentence}`);
  }

  #isComplete(): boolean {
    return [...this.#known.values()].every(({ isComplete }) => isComplete);
  }

  #show(): void {
    const sum = (key: "done" | "total") => [...this.#known.values()].reduce((all, one) => all + one[key], 0);
    const total = sum("total");
    if (total === 0) return;
    const share = sum("done") / total;
    if (process.stdout.isTTY) {
      const filled = Math.round(share * barWidth);
      const bar = "#".repeat(filled) + "-".repeat(barWidth - filled);
      process.stdout.write(`\r  History [${bar}] ${Math.floor(share * 100)} %`);
      this.#isOpen = true;
    } else if (Math.floor(share * 10) > this.#lastTenth) {
      this.#lastTenth = Math.floor(share * 10);
      console.log(`History: ${this.#lastTenth * 10} %`);
    }
  }
}
