import { expect, test } from "vitest";

import { mapOrigins } from "./config.map.ts";
import { readConfig } from "./config.ts";
import { contentPolicy } from "../http/web-policy.ts";

const policyOf = (env: Record<string, string>) => contentPolicy("n", [], mapOrigins(readConfig(env).map));

test("the page may fetch only its own map, unless tiles or a style are configured", () => {
  expect(policyOf({})).toContain("img-src 'self' data: blob:;");
  expect(policyOf({})).toContain("connect-src 'self';");
  const policy = policyOf({
    MAP_TILE_URL: "https://tiles.example.org/{z}/{x}/{y}.png?key=1",
    MAP_STYLE_URL: "http://127.0.0.1:8081/style.json",
  });
  const origins = "http://127.0.0.1:8081 https://tiles.example.org";
  expect(policy).toContain(`img-src 'self' data: blob: ${origins};`);
  expect(policy).toContain(`connect-src 'self' ${origins};`);
});

test("the placeholders of a tile address stay as they were written", () => {
  const { map } = readConfig({ MAP_TILE_URL: "https://tiles.example.org/{z}/{x}/{y}.png", MAP_CREDIT: " © Someone " });
  expect(map).toEqual({
    styleUrl: undefined,
    tileUrl: "https://tiles.example.org/{z}/{x}/{y}.png",
    credit: "© Someone",
  });
});

test.each([
  ["MAP_TILE_URL", "https://tiles.example.org/{z}/{x}.png"],
  ["MAP_TILE_URL", "javascript:alert(1)/{z}/{x}/{y}"],
  ["MAP_STYLE_URL", "/style.json"],
  ["MAP_CREDIT", "x".repeat(201)],
])("%s=%s is refused with the name of the variable", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});
