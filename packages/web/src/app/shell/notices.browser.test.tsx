import { Modal } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say as sayText } from "../../testing/render.tsx";
import { besideMenu } from "./frame.ts";
import { announce } from "./notices.tsx";
import classes from "./shell.module.css";

test("a message without words is a new event in the main colour, or a new warning in that of warnings", async () => {
  await loadTexts("shell");
  await render(() => <Notifications position="bottom-left" />);
  await announce({ kind: "event", content: "The door is open" });
  await expect.element(page.getByText("The door is open", { exact: true })).toBeVisible();
  for (const [kind, role, text, color] of [
    ["event", "status", "new event added", "brand"],
    ["warning", "alert", "new warning added", "orange"],
  ] as const) {
    await announce({ kind });
    const notice = page.getByRole(role).filter({ hasText: text });
    await expect.element(notice).toBeVisible();
    const shown = notice.element().closest<HTMLElement>(".mantine-Notification-root");
    expect(shown?.style.getPropertyValue("--notification-color")).toContain(color);
  }
});

test("what stands at the end of a page can be scrolled free of a notice", async () => {
  await loadTexts("shell");
  await render(() => (
    <>
      <Notifications position="bottom-left" />
      <div className={classes["content"]}>
        <div style={{ height: 2_000 }} />
        <p style={{ margin: 0 }}>The last line</p>
      </div>
    </>
  ));
  await announce({ kind: "event", content: "The gate is open" });
  const notice = page.getByText("The gate is open", { exact: true });
  await expect.element(notice).toBeVisible();
  window.scrollTo(0, document.documentElement.scrollHeight);
  const box = notice.element().closest(".mantine-Notification-root")!;
  const last = page.getByText("The last line").element();
  await expect.poll(() => last.getBoundingClientRect().bottom).toBeLessThan(box.getBoundingClientRect().top);
});

test("on a phone a notice leaves the buttons of a dialog free", async () => {
  await loadTexts("shell");
  await render(
    () => (
      <>
        <Notifications position="bottom-left" />
        <div className={classes["content"]} />
        <Modal opened title="Rename" onClose={() => {}} styles={{ body: { height: 500, alignContent: "end" } }}>
          <button type="button">Save</button>
        </Modal>
      </>
    ),
    { width: 400 },
  );
  await announce({ kind: "event", content: "The lamp is lit" });
  const notice = page.getByText("The lamp is lit", { exact: true });
  await expect.element(notice).toBeVisible();
  const box = notice.element().closest(".mantine-Notification-root")!;
  const save = page.getByRole("button", { name: "Save" }).element();
  await expect.poll(() => box.getBoundingClientRect().bottom).toBeLessThan(save.getBoundingClientRect().top);
});

test("a long notice has two lines, and stands beside the menu, of which it hides nothing", async () => {
  await loadTexts("shell");
  await render(() => <Notifications position="bottom-left" containerWidth={360} style={besideMenu(false)} />);
  const long = "Lord Howe research base: the cells of its battery are apart, ".repeat(4);
  await announce({ kind: "warning", content: long });
  const text = page.getByText(long.trim());
  await expect.element(text).toBeVisible();
  const box = () => text.element().getBoundingClientRect();
  expect(box().height).toBeLessThanOrEqual(2 * Number.parseFloat(getComputedStyle(text.element()).lineHeight) + 1);
  // It comes in from the side.
  await expect.poll(() => box().left).toBeGreaterThan(14.5 * 16);
});

test("a notice says how grave it is and leads to its incident, or else to its container", async () => {
  await loadTexts("shell");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, {
    status: "ok",
    info: { id: "u1", permissions: ["view"], excludes: [] },
  } as never);
  await render(() => (
    <QueryClientProvider client={client}>
      <Notifications position="bottom-left" />
    </QueryClientProvider>
  ));
  const place = { containerId: "gao", containerName: "Gao" };
  const incident = { id: "i1", containers: 1 };
  await announce({ kind: "warning", content: "Loads are cut", news: { ...place, level: "critical", incident } });
  const notice = page.getByRole("alert").filter({ hasText: "Loads are cut" });
  await expect.element(notice.getByText(sayText("container-facts:status.critical"))).toBeInTheDocument();
  await expect
    .element(notice.getByRole("link", { name: sayText("shell:to_incident") }))
    .toHaveAttribute("href", "/warning/history?incident=i1");
  await announce({ kind: "warning", content: "Link lost", news: { ...place, level: "warning" } });
  const other = page.getByRole("alert").filter({ hasText: "Link lost" });
  await expect
    .element(other.getByRole("link", { name: sayText("shell:to_container") }))
    .toHaveAttribute("href", "/containers/gao");
});
