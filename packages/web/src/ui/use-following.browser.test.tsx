import { memo, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { render } from "../testing/render.tsx";
import { Async, type Pending } from "./async.tsx";
import { useFollowing } from "./use-following.ts";

/** What was drawn: presses by the button that they mark, pictures by their number. */
let drawn: string[] = [];

const Picture = memo(function Picture({ of }: { of: number }) {
  drawn.push(`picture ${of}`);
  return <p>{`Picture ${of}`}</p>;
});

function Card() {
  const [pressed, setPressed] = useState<number>();
  const pending: Pending<number> = {
    data: pressed,
    error: null,
    isPending: false,
    isFetching: false,
    refetch: () => {},
  };
  const shown = useFollowing(pending);
  drawn.push(`press ${pressed}, ${shown.isFetching ? "waiting" : "still"}`);
  return (
    <>
      <button type="button" onClick={() => setPressed((pressed ?? 0) + 1)}>
        Next
      </button>
      <Async of={shown}>{(number) => <Picture of={number} />}</Async>
    </>
  );
}

test("a press is answered before its picture is drawn, which counts as being fetched until then", async () => {
  await render(Card);
  const next = page.getByRole("button", { name: "Next" });
  await next.click();
  // Nothing else is there to look at meanwhile.
  await expect.element(page.getByText("Picture 1")).toBeVisible();
  drawn = [];
  await next.click();
  await expect.element(page.getByText("Picture 2")).toBeVisible();
  await expect.poll(() => document.querySelector("[aria-busy='true']")).toBeNull();
  expect(drawn).toEqual(["press 2, waiting", "press 2, still", "picture 2"]);
});
