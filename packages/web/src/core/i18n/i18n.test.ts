import i18next from "i18next";
import { afterEach, expect, test, vi } from "vitest";

import { isChunkAway } from "../chunk.ts";
import { borrowedTexts, loadTexts, onBorrowedTexts, startTexts } from "./i18n.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A page without a network, on whose device there are these texts, such as `harbour.fr`; the network comes with `comeBack`. */
function deviceWith(...there: readonly string[]) {
  const device = { window: new EventTarget(), navigator: { onLine: false } };
  for (const [name, value] of Object.entries({
    ...device,
    document: { documentElement: {} },
    sessionStorage: { getItem: () => null, setItem: () => {} },
    fetch: async () => new Response(),
  }))
    vi.stubGlobal(name, value);
  const load = async (namespace: string, locale: string) => {
    const name = `${namespace}.${locale}`;
    if (!device.navigator.onLine && !there.includes(name)) throw new TypeError("Failed to fetch");
    return { title: name };
  };
  const comeBack = () => {
    device.navigator.onLine = true;
    device.window.dispatchEvent(new Event("online"));
  };
  return { load, comeBack };
}

test("words that are not on the device are those of another language, until its own come by themselves", async () => {
  const { load, comeBack } = deviceWith("shared.en", "harbour.fr");
  await startTexts(load);
  await loadTexts("harbour");
  expect(i18next.t("harbour:title" as never)).toBe("harbour.fr");
  expect([...borrowedTexts()]).toEqual([["harbour", "fr"]]);
  const redrawn = new Promise((resolve) => void i18next.once("languageChanged", resolve));
  comeBack();
  await redrawn;
  expect(i18next.t("harbour:title" as never)).toBe("harbour.en");
  expect(borrowedTexts().size).toBe(0);
});

test("the page starts although a screen's words are on the device in no language", async () => {
  const { load, comeBack } = deviceWith("shared.en");
  const started = startTexts(load);
  const words = loadTexts("quay");
  await started;
  expect(i18next.t("title" as never)).toBe("shared.en");
  await vi.waitFor(() => expect(isChunkAway()).toBe(true));
  comeBack();
  await words;
  expect(i18next.t("quay:title" as never)).toBe("quay.en");
  expect(borrowedTexts().size).toBe(0);
});

test("whoever shows which words are borrowed is notified, until it looks no more", async () => {
  const { load, comeBack } = deviceWith("shared.en", "pier.fr");
  await startTexts(load);
  const counts: number[] = [];
  const stop = onBorrowedTexts(() => counts.push(borrowedTexts().size));
  await loadTexts("pier");
  const redrawn = new Promise((resolve) => void i18next.once("languageChanged", resolve));
  comeBack();
  await redrawn;
  expect(counts).toEqual([1, 0]);
  stop();
});
