import { expect, test } from "vitest";

import { valueText } from "../../../domain/configuration/value-text.ts";
import { readSection, textsOf } from "./config-input.ts";
import { bytesPerDay } from "./data-price.ts";

const doc = {
  network: { portalHost: "portal.example.org", port: 8883, dns: ["9.9.9.9", "1.1.1.1"] },
  keepAlive: { frameSeconds: 0.5, linkSeconds: 60 },
};

test("what is shown can be saved as it is, in both languages", () => {
  for (const locale of ["en", "fr"] as const) {
    expect(readSection("network", textsOf("network", doc, locale))).toEqual({ section: doc.network });
    expect(readSection("keepAlive", textsOf("keepAlive", doc, locale))).toEqual({ section: doc.keepAlive });
  }
  expect(valueText(0.5, "fr")).toBe("0,5");
});

test("each field that means nothing is named with what is wrong", () => {
  expect(
    readSection("network", {
      ip: "1.2.3.256",
      dns: "9.9.9.9, x",
      portalHost: "a b",
      port: "65537",
      gateway: "1.1.1.1",
    }),
  ).toEqual({ wrong: { ip: "ip", dns: "dns", portalHost: "host", port: "port", mask: "full" } });
  expect(readSection("keepAlive", { frameSeconds: "0", linkSeconds: "" })).toEqual({
    wrong: { frameSeconds: "frameSeconds", linkSeconds: "full" },
  });
});

test("the ports 0 and 65536 can be saved", () => {
  for (const port of ["0", "65536"]) {
    expect(readSection("network", { portalHost: "a", port })).toEqual({
      section: { portalHost: "a", port: Number(port) },
    });
  }
});

test("fewer frames cost fewer bytes, and signs of life are only needed where messages are rare", () => {
  expect(bytesPerDay(60, 60, 40)).toBeLessThan(bytesPerDay(10, 60, 40));
  expect(bytesPerDay(10, 30, 40)).toBeGreaterThan(bytesPerDay(10, 60, 40));
});
