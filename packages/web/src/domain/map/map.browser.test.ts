import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { readText, renderState, say } from "../../testing/render.tsx";
import { tokenColor } from "../../testing/token-color.ts";
import { stories } from "./map.stories.tsx";
import { labelSides } from "./mark-labels.ts";
import { zoomsMap } from "./wheel-zoom.ts";

const show = (part: string, state: string, language: "en" | "fr" = "en") =>
  renderState(stories, part, state, { language });
const part = () => page.getByTestId("part");

describe("a bubble", () => {
  test("has its count in the middle and a piece of its ring for each state, the worst first", async () => {
    await show("bubble-mark", "of every state");
    await expect.element(part()).toHaveTextContent(/^19/);
    const ring = [...document.querySelectorAll("circle[stroke-dasharray]")];
    expect(ring.map((piece) => piece.getAttribute("data-state"))).toEqual([
      "cut",
      "below_reserve",
      "offline",
      "just_offline",
      "normal",
    ]);
  });

  test("has the mark of its worst state on its edge, and none where all is well", async () => {
    await show("bubble-mark", "of every state");
    const [bubble, mark] = [...document.querySelectorAll("[data-testid=part] svg")].map((one) =>
      one.getBoundingClientRect(),
    );
    expect(mark?.left).toBeGreaterThan(bubble!.left + bubble!.width / 2);
    expect(mark?.left).toBeLessThan(bubble!.right);
    expect(mark?.top).toBeLessThan(bubble!.top + bubble!.height / 2);
    await show("bubble-mark", "all online");
    expect(document.querySelectorAll("[data-testid=part] svg")).toHaveLength(1);
  });

  test("of thousands writes its count as the language does", async () => {
    await show("bubble-mark", "of thousands");
    await expect.element(part()).toHaveTextContent("1,249");
    await show("bubble-mark", "of thousands", "fr");
    await expect.element(part()).toHaveTextContent(/1\s249/);
  });
});

describe("the card of a place", () => {
  test("has a link to each container, with its states, its charge and the age of that", async () => {
    await show("container-popup", "one");
    await expect.element(page.getByRole("link", { name: "Lodwar clinic" })).toBeVisible();
    const line = page.getByRole("listitem");
    await expect.element(line).toHaveTextContent(say("container-facts:status.online"));
    await expect.element(line).toHaveTextContent(say("container-facts:status.warning"));
    await expect.element(line).toHaveTextContent(/Battery 80\s%, just now/);
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByRole("link")).toHaveFocus();
  });

  test("has the age of the charge itself, and quiet words, where its sensor stopped while others go on", async () => {
    const colorOf = (text: RegExp) => getComputedStyle(page.getByText(text).element()).color;
    await show("container-popup", "one");
    expect(colorOf(/^Battery 80/)).toBe(tokenColor("--og-text"));
    await show("container-popup", "sensor that stopped");
    await expect.element(page.getByRole("listitem")).toHaveTextContent(/Battery 34\s%, 3\sh ago/);
    expect(colorOf(/^Battery 34/)).toBe(tokenColor("--og-muted"));
  });

  test("says of a container that never connected that alone", async () => {
    await show("container-popup", "never seen");
    await expect.element(page.getByRole("listitem")).toHaveTextContent(/^AgadezNever connected$/);
  });

  test("names the zone of its times where clocks there show another time than the reader's", async () => {
    const zone = () => page.getByText(say("container-facts:times", { zone: "Pacific/Auckland" }), { exact: true });
    await show("container-popup", "loads cut far away");
    await expect.element(zone()).toBeVisible();
    await show("container-popup", "loads cut");
    await expect.element(page.getByRole("listitem")).toHaveTextContent(/Loads cut since/);
    await expect.element(page.getByRole("listitem")).not.toHaveTextContent(/Times in/);
    // Without a time there is nothing to be told of its zone.
    await show("container-popup", "supplied far away");
    await expect.element(page.getByRole("listitem")).toHaveTextContent(/Battery 80/);
    await expect.element(zone()).not.toBeInTheDocument();
  });

  test("lists six where many stand, and says how many more there are, in either language", async () => {
    await show("container-popup", "nine at one place");
    expect(page.getByRole("link").elements()).toHaveLength(6);
    await expect.element(page.getByRole("listitem").last()).toHaveTextContent("and 3 more");
    await show("container-popup", "nine at one place", "fr");
    await expect.element(page.getByRole("listitem").last()).toHaveTextContent(say("map:more", { count: 3 }));
    await expect.element(page.getByRole("listitem").first()).toHaveTextContent(/Batterie 80\s%/);
  });
});

describe("the tools", () => {
  test("do by keyboard all that dragging and the wheel do", async () => {
    await show("map-tools", "of a map");
    await expect.element(page.getByRole("toolbar", { name: say("map:tools") })).toBeVisible();
    const steps = [
      ["map:zoomIn", "+"],
      ["map:zoomOut", "-"],
      ["map:showAll", "*"],
      ["map:west", "-60, 0"],
      ["map:north", "0, -30"],
      ["map:south", "0, 30"],
      ["map:east", "60, 0"],
    ] as const;
    for (const [name, asked] of steps) {
      await userEvent.keyboard("{Tab}");
      await expect.element(page.getByRole("button", { name: say(name), exact: true })).toHaveFocus();
      await userEvent.keyboard("{Enter}");
      await expect.element(page.getByRole("status")).toHaveTextContent(asked);
    }
  });

  test("say whether one is drawing", async () => {
    await show("map-tools", "of a map");
    const draw = page.getByRole("button", { name: say("map:draw") });
    await expect.element(draw).toHaveAttribute("aria-pressed", "false");
    await draw.click();
    await expect.element(draw).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: say("map:chooseInView") }).click();
    await expect.element(page.getByRole("status")).toHaveTextContent("#");
  });

  test("wait for the map, and have French names", async () => {
    await show("map-tools", "before it is drawn", "fr");
    const tools = page.getByRole("button").all();
    expect(tools).toHaveLength(7);
    for (const tool of tools) await expect.element(tool).toBeDisabled();
    await expect.element(tools[0]!).toHaveAccessibleName("Agrandir");
  });
});

describe("the wheel over a map", () => {
  const turn = (more: WheelEventInit = {}) =>
    page
      .getByRole("checkbox")
      .element()
      .dispatchEvent(new WheelEvent("wheel", { deltaY: 100, bubbles: true, ...more }));

  test("scrolls the page and says how it zooms, until the map is used", async () => {
    await show("wheel-hint", "over a map");
    turn();
    await expect.element(page.getByRole("status")).toHaveTextContent(/^To zoom, click the map first, or hold (Ctrl|⌘)/);
    await page.getByRole("checkbox").click();
    await expect.element(page.getByRole("status")).not.toBeInTheDocument();
    turn();
    await expect.element(page.getByRole("status")).not.toBeInTheDocument();
  });

  test("zooms with Ctrl or ⌘ at once", () => {
    const frame = document.createElement("div");
    expect(zoomsMap(frame, { ctrlKey: false, metaKey: false })).toBe(false);
    expect(zoomsMap(frame, { ctrlKey: true, metaKey: false })).toBe(true);
    expect(zoomsMap(frame, { ctrlKey: false, metaKey: true })).toBe(true);
  });
});

describe("the name of a mark", () => {
  test.each(labelSides)("stands %s of it without covering it", async (side) => {
    await show("mark-label", side);
    const name = page.getByText("Lodwar clinic").element().getBoundingClientRect();
    const mark = document.querySelector("[data-testid=part] [data-state=cut]")!.getBoundingClientRect();
    if (side === "right") expect(name.left).toBeGreaterThanOrEqual(mark.right);
    if (side === "left") expect(name.right).toBeLessThanOrEqual(mark.left);
    if (side.startsWith("below")) expect(name.top).toBeGreaterThanOrEqual(mark.bottom);
    if (side.startsWith("above")) expect(name.bottom).toBeLessThanOrEqual(mark.top);
    if (side.endsWith("-right")) expect(name.right).toBeGreaterThan(mark.right + 20);
    if (side.endsWith("-left")) expect(name.left).toBeLessThan(mark.left - 20);
  });

  test("slides along the mark where its middle has no room", async () => {
    const left = async (state: string) => {
      await show("mark-label", state);
      const mark = document.querySelector("[data-testid=part] [data-state=cut]")!.getBoundingClientRect();
      return page.getByText("Lodwar clinic").element().getBoundingClientRect().left - mark.left;
    };
    const middle = await left("below");
    expect((await left("slid to the right")) - middle).toBeCloseTo(24, 0);
  });

  test("ends in dots where it is long", async () => {
    await show("mark-label", "of a long name");
    const name = page.getByText("Barcelos").element();
    expect(name.getBoundingClientRect().width).toBeLessThanOrEqual(150);
    expect(name.scrollWidth).toBeGreaterThan(name.clientWidth);
  });
});

test("a file that cannot be shown is named, with what to do about it, in either language", async () => {
  await show("map-problem", "unreadable");
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent(/^kenya\.pmtiles cannot be read.*copy the file again\.$/);
  await show("map-problem", "of other layers", "fr");
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent(readText("map:problem.other_layers", { file: "kenya.pmtiles" }));
});

test("the scale says how long it is, in metres where that is short, and as the language writes it", async () => {
  await show("scale-bar", "of a country");
  await expect.element(page.getByRole("img", { name: "Scale: 100 km" })).toBeVisible();
  await show("scale-bar", "of a street", "fr");
  await expect.element(page.getByRole("img")).toHaveTextContent(/^200\sm$/);
});

test("what is drawn around is reported in pixels of the map when it is let go; a click draws nothing", async () => {
  await show("lasso-layer", "to draw on");
  const layer = page.getByRole("img", { name: say("map:drawing") });
  await layer.click();
  await expect.element(page.getByRole("status")).toBeEmptyDOMElement();
  await userEvent.dragAndDrop(layer, layer, {
    sourcePosition: { x: 10, y: 20 },
    targetPosition: { x: 150, y: 80 },
    steps: 3,
  });
  await expect.element(page.getByRole("status")).toHaveTextContent(/^10 20, .*, 150 80$/);
});
