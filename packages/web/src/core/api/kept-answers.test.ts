import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";

import { keepAnswers, keptAnswers, onNothingFound, restoreAnswers } from "./kept-answers.ts";

const session = { token: "a-session-token", userId: "amina" };
const nowMs = Date.UTC(2026, 10, 21);

function emptyStorage() {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as unknown as Storage;
  return { entries, storage };
}

function clientWith(answers: readonly [name: string, data: unknown, atMs: number][]): QueryClient {
  const client = new QueryClient();
  for (const [name, data, updatedAt] of answers) client.setQueryData([name, {}], data, { updatedAt });
  return client;
}

test("answers come back in their session, each with the time at which it was received", () => {
  const { storage } = emptyStorage();
  const old = nowMs - 8 * 86_400_000;
  keepAnswers(
    storage,
    clientWith([
      ["getSitesV2", [1], nowMs - 5],
      ["getWeather", [2], old],
    ]),
    session,
  );
  const kept = keptAnswers(storage, session);
  const client = new QueryClient();
  if (kept) restoreAnswers(client, kept, nowMs);
  expect(client.getQueryData(["getSitesV2", {}])).toEqual([1]);
  expect(client.getQueryState(["getSitesV2", {}])?.dataUpdatedAt).toBe(nowMs - 5);
  expect(client.getQueryData(["getWeather", {}])).toBeUndefined();
});

test("what was shown stays readable when its screen was left and the page was loaded anew", () => {
  const { storage } = emptyStorage();
  keepAnswers(
    storage,
    clientWith([
      ["incidentGet", "opened", nowMs - 60_000],
      ["incidentList", "before", nowMs - 60_000],
      ["getTicketChat", "written", nowMs - 60_000],
      ["getWeather", "sun", nowMs - 60_000],
      ["getSolcastQuery", "solar", nowMs - 60_000],
    ]),
    session,
  );
  keepAnswers(storage, clientWith([["incidentList", "now", nowMs]]), session);
  const client = new QueryClient();
  restoreAnswers(client, keptAnswers(storage, session) ?? { queries: [], mutations: [] }, nowMs);
  expect(client.getQueryData(["incidentGet", {}])).toBe("opened");
  expect(client.getQueryState(["incidentGet", {}])?.dataUpdatedAt).toBe(nowMs - 60_000);
  expect(client.getQueryData(["getTicketChat", {}])).toBe("written");
  expect(client.getQueryData(["incidentList", {}])).toBe("now");
  expect(client.getQueryData(["getWeather", {}])).toBe("sun");
  // One card has the sun that is expected beside the weather of now.
  expect(client.getQueryData(["getSolcastQuery", {}])).toBe("solar");
  // Nothing of it is left for another session.
  const other = { ...session, token: "b-session-token" };
  keepAnswers(storage, clientWith([["getSitesV2", [1], nowMs]]), other);
  expect(keptAnswers(storage, other)?.queries.map(({ queryKey }) => queryKey[0])).toEqual(["getSitesV2"]);
});

test("of what is asked for another span at each visit, the last answer stays; each container has its own", () => {
  const { storage } = emptyStorage();
  const visit = (atMs: number, containers: readonly string[]) => {
    const client = new QueryClient();
    for (const containerId of containers)
      client.setQueryData(
        ["getChartData", { containerId, from: atMs - 86_400_000, to: atMs }],
        `${containerId} ${atMs}`,
        {
          updatedAt: atMs,
        },
      );
    keepAnswers(storage, client, session);
  };
  visit(nowMs - 3_000, ["gao", "bamako"]);
  visit(nowMs - 2_000, ["gao"]);
  visit(nowMs - 1_000, ["lodwar"]);
  visit(nowMs, ["lodwar"]);
  const kept = keptAnswers(storage, session)?.queries.map(({ state }) => state.data);
  expect(kept).toEqual([`lodwar ${nowMs}`, `gao ${nowMs - 2_000}`, `bamako ${nowMs - 3_000}`]);
});

test("a chart that was visited is kept with its drawing, and one that is being made crowds nothing out", () => {
  const { storage } = emptyStorage();
  const visited = clientWith([["chartList", ["Sun of Gao"], nowMs]]);
  visited.setQueryData(["chartGet", { id: "gao" }], "Sun of Gao", { updatedAt: nowMs });
  visited.setQueryData(["chartDraw", { definition: { name: "Sun of Gao" } }], "drawn", { updatedAt: nowMs });
  keepAnswers(storage, visited, session);
  keepAnswers(storage, new QueryClient(), session);
  const client = new QueryClient();
  restoreAnswers(client, keptAnswers(storage, session)!, nowMs);
  expect(client.getQueryData(["chartList", {}])).toEqual(["Sun of Gao"]);
  expect(client.getQueryData(["chartGet", { id: "gao" }])).toBe("Sun of Gao");
  expect(client.getQueryData(["chartDraw", { definition: { name: "Sun of Gao" } }])).toBe("drawn");

  const maker = new QueryClient();
  for (let change = 1; change <= 40; change++)
    maker.setQueryData(["chartDraw", { definition: { name: `Draft ${change}` } }], change, {
      updatedAt: nowMs + change,
    });
  keepAnswers(storage, maker, session);
  const kept = keptAnswers(storage, session)!.queries;
  const drawn = kept.filter(({ queryKey }) => queryKey[0] === "chartDraw").map(({ state }) => state.data);
  expect(drawn).toEqual([40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29]);
  expect(kept.map(({ queryKey }) => queryKey[0])).toEqual(expect.arrayContaining(["chartList", "chartGet"]));
});

test("screens whose visit is longest ago make room, whichever page they were opened in", () => {
  const { storage, entries } = emptyStorage();
  const text = "x".repeat(700_000);
  for (const [index, name] of ["gao", "bamako", "lodwar"].entries()) {
    const client = new QueryClient();
    client.setQueryData(["getContainerInfoV4", { containerId: name }], name + text, { updatedAt: nowMs + index });
    keepAnswers(storage, client, session);
  }
  const kept = keptAnswers(storage, session)?.queries.map(({ state }) => String(state.data).slice(0, 3));
  expect(kept).toEqual(["lod", "bam"]);
  expect([...entries.values()].join().length).toBeLessThan(2_000_000);
});

test("what happened and who looks after it can be read without a network; whose account does what cannot", () => {
  const { storage } = emptyStorage();
  const happened = ["incidentList", "incidentGet", "getWarningHistory", "getNotifications", "getNotificationsHistory"];
  keepAnswers(storage, clientWith([...happened, "usersGet"].map((name) => [name, [name], nowMs - 5])), session);
  const client = new QueryClient();
  const kept = keptAnswers(storage, session);
  if (kept) restoreAnswers(client, kept, nowMs);
  for (const name of happened) expect(client.getQueryData([name, {}])).toEqual([name]);
  expect(client.getQueryData(["usersGet", {}])).toBeUndefined();
});

test("an answer stays when a later try failed", async () => {
  const { storage } = emptyStorage();
  const offline = clientWith([["getSitesV2", [1], nowMs - 5]]);
  const queryFn = () => Promise.reject(new Error("unreachable"));
  await offline.fetchQuery({ queryKey: ["getSitesV2", {}], queryFn, retry: false }).catch(() => {});
  expect(offline.getQueryState(["getSitesV2", {}])?.status).toBe("error");
  keepAnswers(storage, offline, session);
  const kept = keptAnswers(storage, session);
  const client = new QueryClient();
  if (kept) restoreAnswers(client, kept, nowMs);
  expect(client.getQueryState(["getSitesV2", {}])).toMatchObject({
    data: [1],
    dataUpdatedAt: nowMs - 5,
    status: "success",
    fetchStatus: "idle",
    error: null,
  });
});

test("a question of which memory has nothing is answered by what was kept, when the portal cannot be asked", async () => {
  const { storage } = emptyStorage();
  keepAnswers(storage, clientWith([["incidentList", ["dark"], nowMs - 5]]), session);
  const client = new QueryClient();
  onNothingFound(client, () => restoreAnswers(client, keptAnswers(storage, session)!, nowMs));
  const ask = (name: string) => {
    const queryFn = () => Promise.reject(new Error("unreachable"));
    return client.fetchQuery({ queryKey: [name, {}], queryFn, retry: false }).catch(() => {});
  };
  await ask("incidentList");
  expect(client.getQueryState(["incidentList", {}])).toMatchObject({
    data: ["dark"],
    dataUpdatedAt: nowMs - 5,
    status: "success",
    error: null,
  });
  await ask("getWeather");
  expect(client.getQueryState(["getWeather", {}])).toMatchObject({ data: undefined, status: "error" });
});

test.each([
  ["of another person", { ...session, userId: "bruno" }],
  ["of another session", { ...session, token: "b-session-token" }],
  ["of nobody", undefined],
])("a start %s discards what was kept", (_, other) => {
  const { storage, entries } = emptyStorage();
  keepAnswers(storage, clientWith([["getSitesV2", [1], nowMs]]), session);
  expect(entries.size).toBe(1);
  expect(keptAnswers(storage, other)).toBeUndefined();
  expect(entries.size).toBe(0);
});

test("neither the token nor answers about other people are stored", () => {
  const { storage, entries } = emptyStorage();
  keepAnswers(storage, clientWith([["userList", ["zoe"], nowMs]]), session);
  expect([...entries.values()].join()).not.toMatch(/zoe|a-session-token/);
});

test("what is too much leaves out the oldest answers", () => {
  const { storage, entries } = emptyStorage();
  const text = "x".repeat(900_000);
  keepAnswers(
    storage,
    clientWith([
      ["getChartData", `old ${text}`, nowMs - 3],
      ["getWeather", `new ${text}`, nowMs - 1],
      ["getSitesV2", `newer ${text}`, nowMs],
    ]),
    session,
  );
  const kept = [...entries.values()].join();
  expect(kept.length).toBeLessThan(2_000_000);
  expect(kept).toMatch(/newer/);
  expect(kept).not.toMatch(/old /);
});
