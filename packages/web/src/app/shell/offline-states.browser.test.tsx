/** What the edges of the page and a part of it say while there is no network. */
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { setReachable } from "../../core/api/reach.ts";
import { ChunkAway, isChunkAway, waitForPortal } from "../../core/chunk.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { currentLocale } from "../../core/i18n/locale.ts";
import { LiveLink } from "../../core/live/live-link.ts";
import { formatAge } from "../../core/time.ts";
import { ErrorPage } from "../../features/errors/error.page.tsx";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, readText, render, say } from "../../testing/render.tsx";
import { LaterPart } from "../../ui/later-part.tsx";
import { PartAway } from "../../ui/part-away.tsx";
import { LinkBanner } from "./link-banner.tsx";
import { LinkChip } from "./link-chip.tsx";

const minute = 60_000;

/** Without a network until the test is over, when all that waits for it goes on. */
function loseNetwork(): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  setReachable(false);
}

afterEach(async () => {
  vi.restoreAllMocks();
  setReachable(true);
  window.dispatchEvent(new Event("online"));
  if (isChunkAway()) await waitForPortal();
});

async function expectGood(): Promise<void> {
  await expectAccessible();
  await expectFittingWords();
}

test.for(looks)(
  "the banner says that there is no connection and how old the data is, in $language, $width px",
  async (look) => {
    await loadTexts("shell");
    loseNetwork();
    await render(() => <LinkBanner dataAtMs={Date.now() - 12 * minute} />, look);
    await expect.element(page.getByRole("status")).toHaveTextContent(say("shell:offline_banner"));
    // The shell takes the language of its numbers from the address, which is the runner's here.
    const age = formatAge(12 * minute, currentLocale);
    await expect.element(page.getByText(say("shell:data_age", { age }))).toBeVisible();
    await expectGood();
  },
);

test.for(looks.slice(0, 2))("the chip says it too, and what it means when it is opened, in $language", async (look) => {
  await loadTexts("shell");
  loseNetwork();
  vi.spyOn(LiveLink.prototype, "receivedMs", "get").mockReturnValue(Date.now() - 12 * minute);
  await render(() => <LinkChip failed={[{ name: "failed_containers", atMs: undefined }]} />, look);
  const chip = page.getByRole("button", { name: `${say("shell:link")}: ${say("shell:link_offline")}` });
  // The banner says how old the data is; another age here, that of the last message, would contradict it.
  await expect.element(chip).toHaveTextContent(say("shell:link_offline"));
  await chip.click();
  await expect.element(page.getByText(say("shell:link_offline_text"))).toBeVisible();
  await expect.element(page.getByText(say("shell:failed_containers"))).toBeVisible();
  await expectGood();
});

test.for(looks.slice(0, 2))(
  "while values arrive but calls fail, the chip says that parts cannot be refreshed, and from when they are, in $language",
  async (look) => {
    await loadTexts("shell");
    vi.spyOn(LiveLink.prototype, "state", "get").mockReturnValue("live");
    const failed = [
      { name: "failed_warnings", atMs: Date.now() - 12 * minute },
      { name: "failed_avatar", atMs: undefined },
    ] as const;
    await render(() => <LinkChip failed={failed} />, look);
    const chip = page.getByRole("button", { name: `${say("shell:link")}: ${say("shell:link_partly")}` });
    await expect.element(chip).toHaveTextContent(say("shell:link_partly"));
    await chip.click();
    const age = formatAge(12 * minute, currentLocale);
    const part = say("shell:failed_warnings");
    await expect.element(page.getByText(say("shell:link_from", { part, age }))).toBeVisible();
    await expect.element(page.getByText(say("shell:failed_avatar"), { exact: true })).toBeVisible();
    await expectGood();
  },
);

test.for(looks.slice(0, 2))("a screen that is not on the device says so under a title, in $language", async (look) => {
  loseNetwork();
  await render(() => <ErrorPage error={new ChunkAway()} />, look);
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(say("error.away_title"));
  await expect.element(page.getByText(say("error.away_text"))).toBeVisible();
  await expectGood();
});

test("a screen whose call got no answer waits for the connection too, and speaks of no error", async () => {
  loseNetwork();
  const unreachable = new ApiError({ code: "unreachable", status: 0, message: "unreachable" });
  await render(() => <ErrorPage error={unreachable} />, looks[0]!);
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(say("error.away_title"));
  await expect.element(page.getByText(/500/)).not.toBeInTheDocument();
});

test.for(looks.slice(0, 2))(
  "a part that waits for the connection says so until it is back, in $language",
  async (look) => {
    loseNetwork();
    const back = waitForPortal();
    await render(() => <PartAway />, look);
    await expect.element(page.getByRole("status")).toHaveTextContent(readText("error.part_away_text"));
    await expectGood();
    vi.restoreAllMocks();
    window.dispatchEvent(new Event("online"));
    await back;
    await expect.element(page.getByRole("status")).not.toBeInTheDocument();
  },
);

const never = new Promise<never>(() => {});

/** A part whose code is on its way for ever. */
function NeverComes(): never {
  throw never;
}

test("below a part that says that it waits, others that wait too are silent", async () => {
  loseNetwork();
  const back = waitForPortal();
  await render(() => (
    <>
      <LaterPart height={200}>
        <NeverComes />
      </LaterPart>
      <LaterPart height={300} isAwaySaid>
        <NeverComes />
      </LaterPart>
    </>
  ));
  await expect.element(page.getByRole("status")).toHaveTextContent(readText("error.part_away_text"));
  expect(document.querySelectorAll(".mantine-Skeleton-root")).toHaveLength(0);
  vi.restoreAllMocks();
  window.dispatchEvent(new Event("online"));
  await back;
  await expect.poll(() => document.querySelectorAll(".mantine-Skeleton-root").length).toBe(2);
});

test("a part that does not come and knows nothing of the connection says so, and can be asked for again when it is back", async () => {
  // The portal does not answer, although the browser believes in its network.
  const answers = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("stalled"));
  await render(() => (
    <LaterPart height={200}>
      <NeverComes />
    </LaterPart>
  ));
  await expect.element(page.getByRole("status")).toHaveTextContent(readText("error.part_away_text"));
  answers.mockImplementation(async () => new Response());
  window.dispatchEvent(new Event("online"));
  await expect.element(page.getByRole("alert")).toHaveTextContent(readText("error.part_lost_text"));
  await expect.element(page.getByRole("button", { name: readText("action.reload") })).toBeVisible();
});

test("around a part that waits for the connection its title and tabs stay, and nothing looks as if it were loading", async () => {
  loseNetwork();
  const back = waitForPortal();
  await render(() => (
    <LaterPart height={480} frame={(place) => [<h1 key="title">Warnings</h1>, <div key="place">{place}</div>]}>
      <NeverComes />
    </LaterPart>
  ));
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Warnings");
  await expect.element(page.getByRole("status")).toHaveTextContent(readText("error.part_away_text"));
  expect(document.querySelectorAll(".mantine-Skeleton-root")).toHaveLength(0);
  vi.restoreAllMocks();
  window.dispatchEvent(new Event("online"));
  await back;
  await expect.poll(() => document.querySelectorAll(".mantine-Skeleton-root").length).toBe(1);
});
