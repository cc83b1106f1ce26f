import { useState } from "react";
import { Skeleton } from "@mantine/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { inIdleTurn } from "../../core/idle.ts";
import { putOnPaper } from "../../testing/on-paper.ts";
import { render } from "../../testing/render.tsx";
import { useSeen } from "../../ui/use-seen.ts";
import { usePrintKey } from "./print-key.ts";

/** A part far below the view, which asks for its picture once it is seen. */
function Later({ answer, isForPaper = false }: { answer: Promise<string>; isForPaper?: boolean }) {
  const { ref, isSeen } = useSeen({ isForPaper });
  const [picture, setPicture] = useState<string>();
  if (isSeen) void answer.then(setPicture);
  return (
    <div ref={ref}>
      {isSeen && picture === undefined && <Skeleton height={90} />}
      {picture}
    </div>
  );
}

function Page(later: Parameters<typeof Later>[0]) {
  usePrintKey();
  return (
    <div data-testid="whole">
      <div style={{ height: 4_000 }} />
      <Later {...later} />
    </div>
  );
}

test("what was never scrolled into view is drawn before the page is printed", async () => {
  const printed: string[] = [];
  const print = vi
    .spyOn(window, "print")
    .mockImplementation(() => void printed.push(page.getByTestId("whole").element().textContent));
  onTestFinished(() => print.mockRestore());
  let come!: (picture: string) => void;
  const answer = new Promise<string>((resolve) => (come = resolve));
  await render(() => <Page answer={answer} />);
  await expect.element(page.getByTestId("whole")).toBeInTheDocument();
  await userEvent.keyboard("{Control>}p{/Control}");
  await expect.poll(() => document.querySelector("main [class*=Skeleton-root]")).not.toBeNull();
  expect(printed).toEqual([]);
  come("Power and charge");
  await expect.poll(() => printed).toEqual(["Power and charge"]);
});

test("whoever prints by the browser's menu has at least what needs no answer", async () => {
  await render(() => <Page answer={new Promise(() => undefined)} />);
  expect(document.querySelector("main [class*=Skeleton-root]")).toBeNull();
  window.dispatchEvent(new Event("beforeprint"));
  // At once: the browser waits for nothing.
  expect(document.querySelector("main [class*=Skeleton-root]")).not.toBeNull();
});

test("a chart out of view is there before anybody prints by the browser's menu, unless each byte is paid for", async () => {
  const connection = vi.spyOn(navigator as Navigator & { connection: object }, "connection", "get");
  onTestFinished(() => connection.mockRestore());
  connection.mockReturnValue({ effectiveType: "4g" });
  const later = { answer: Promise.resolve("Power and charge"), isForPaper: true };
  await render(() => <Page {...later} />);
  await expect.element(page.getByText("Power and charge")).toBeInTheDocument();
  expect(scrollY).toBe(0);

  connection.mockReturnValue({ saveData: true });
  // Whoever comes after it in the queue is drawn, and it is not.
  await render(() => <Page {...later} />);
  await new Promise<void>((resolve) => inIdleTurn(resolve));
  await expect.element(page.getByText("Power and charge")).not.toBeInTheDocument();
});

test("what had not come by then leaves no grey box on the sheet, which says that it is not all", async () => {
  function Sheet({ answer }: { answer: Promise<string> }) {
    return (
      <>
        <p className="og-if-late">Not all</p>
        <Page answer={answer} isForPaper />
      </>
    );
  }
  await putOnPaper();
  let come!: (picture: string) => void;
  await render(() => <Sheet answer={new Promise((resolve) => (come = resolve))} />);
  await expect.poll(() => document.querySelector("main [class*=Skeleton-root]")).not.toBeNull();
  expect(getComputedStyle(document.querySelector("main [class*=Skeleton-root]")!).display).toBe("none");
  await expect.element(page.getByText("Not all")).toBeVisible();
  come("Power and charge");
  await expect.element(page.getByText("Power and charge")).toBeVisible();
  await expect.element(page.getByText("Not all")).not.toBeVisible();
});
