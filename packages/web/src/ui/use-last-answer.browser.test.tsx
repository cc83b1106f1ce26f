import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { render } from "../testing/render.tsx";
import { Async, type Pending } from "./async.tsx";
import { useLastAnswer } from "./use-last-answer.ts";

interface CaseProps {
  question: string;
  answer?: number;
  error?: Error;
  about?: string;
}

function Case({ question, answer, error, about = "lodwar" }: CaseProps) {
  const asked: Pending<number> = {
    data: answer,
    error: error ?? null,
    isPending: answer === undefined,
    isFetching: answer === undefined && !error,
    refetch: () => {},
  };
  const shown = useLastAnswer(question, asked, about);
  return (
    <main>
      <Async of={shown}>{(pair) => <p>{`${pair.question}: ${pair.answer}`}</p>}</Async>
    </main>
  );
}

/** The cases one after the other, as the same part of the page. */
function Steps({ cases }: { cases: readonly CaseProps[] }) {
  const [step, setStep] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setStep(step + 1)}>
        Next
      </button>
      <Case {...cases[step]!} />
    </>
  );
}

const next = () => page.getByRole("button", { name: "Next" }).click();

test("another period keeps the last picture under a progress line until its own has come", async () => {
  const cases = [{ question: "today", answer: 4 }, { question: "month" }, { question: "month", answer: 90 }];
  await render(() => <Steps cases={cases} />);
  await expect.element(page.getByText("today: 4")).toBeVisible();
  expect(document.querySelector("[aria-busy='true']")).toBeNull();
  await next();
  await expect.poll(() => document.querySelector("[aria-busy='true']")?.textContent).toBe("today: 4");
  await next();
  await expect.element(page.getByText("month: 90")).toBeVisible();
  expect(document.querySelector("[aria-busy='true']")).toBeNull();
});

test("neither a failure nor another container shows what was asked before", async () => {
  const cases = [
    { question: "today", answer: 4 },
    { question: "today", about: "agadez" },
    { question: "month", error: new Error("away") },
  ];
  await render(() => <Steps cases={cases} />);
  await expect.element(page.getByText("today: 4")).toBeVisible();
  await next();
  await expect.element(page.getByText("today: 4")).not.toBeInTheDocument();
  await next();
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.element(page.getByText("today: 4")).not.toBeInTheDocument();
});
