import type { BenchCase, Figure } from "../bench.types.ts";
import { type BenchPortal, withPortal } from "../portal.ts";

const known = "customer_staff@demo.offgrid";
const right = "offgrid-demo";

interface Answer {
  status: number;
  ms: number;
}

/** A timed sign-in, without a session's headers. */
async function tryLogin({ url }: BenchPortal, email: string, password: string): Promise<Answer> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

/** What guessing costs the guesser and everyone else: the times of the cases A1, A2 and A3 of docs/quality.md. */
export const signInCase: BenchCase = {
  name: "sign-in",
  summary: "200 sign-ins at once beside other calls, 1,000 guesses at one account, 500 accounts from one address.",
  run: (say) =>
    withPortal(async (portal) => {
      const figures: Figure[] = [];
      const quiet = await othersWhile(portal, () => Promise.resolve());
      const inTime: Answer[] = [];
      const others = await othersWhile(portal, async () => {
        inTime.push(...(await Promise.all(Array.from({ length: 200 }, () => tryLogin(portal, known, right)))));
      });
      const answered = inTime.filter(({ status }) => status === 200).length;
      say(`200 at once: ${answered} signed in, ${200 - answered} told to come back`);
      figures.push(
        {
          case: "sign-in: other calls p95 meanwhile",
          value: others,
          unit: "ms",
          reference: 300,
          referenceName: "target",
        },
        { case: "sign-in: other calls p95 in quiet", value: quiet, unit: "ms" },
        {
          case: "sign-in: signed in of 200 at once",
          value: answered,
          unit: "",
          reference: 22,
          referenceName: "2 + 20",
        },
      );

      const guesses: Answer[] = [];
      for (let guess = 0; guess < 1_000; guess++) guesses.push(await tryLogin(portal, known, "wrong wrong wrong"));
      const hashed = guesses.filter(({ status }) => status === 401).length;
      const refused = guesses.filter(({ status }) => status === 429).map(({ ms }) => ms);
      say(`1,000 guesses at one account: ${hashed} hashed`);
      figures.push(
        { case: "sign-in: guesses hashed of 1,000", value: hashed, unit: "", reference: 5, referenceName: "target" },
        { case: "sign-in: a refused guess p95", value: p95(refused), unit: "ms" },
      );

      figures.push(await spreadOver500(say));
      return figures;
    }),
};

/**
 * On a portal of its own: after the earlier guesses, the limit on all sign-ins from one network would refuse most of
 * these.
 */
function spreadOver500(say: (line: string) => void): Promise<Figure> {
  return withPortal(async (portal) => {
    const spread: Answer[] = [];
    for (let account = 0; account < 500; account++) {
      spread.push(await tryLogin(portal, `person${account}@example.org`, "Summer2026 Summer"));
    }
    const tried = spread.filter(({ status }) => status === 401).length;
    say(`500 accounts from one address: ${tried} tried`);
    return { case: "sign-in: accounts tried of 500", value: tried, unit: "", reference: 20, referenceName: "target" };
  });
}

/** @returns p95 in ms of another person's calls, at least forty, while the work runs. */
async function othersWhile(portal: BenchPortal, work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  let isRunning = true;
  const done = work().finally(() => (isRunning = false));
  while (isRunning || times.length < 40) {
    const began = performance.now();
    await portal.call("getSites");
    times.push(performance.now() - began);
  }
  await done;
  return p95(times);
}

function p95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
}
