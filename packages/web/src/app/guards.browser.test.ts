import { afterEach, expect, test, vi } from "vitest";

import { requireUser, whoQuery } from "./guards.ts";
import { queryClient } from "../core/api/query-client.ts";
import { clearSession, writeSession } from "../core/api/session-cookies.ts";

afterEach(() => {
  vi.restoreAllMocks();
  clearSession();
  queryClient.clear();
});

test("a page whose session ends while it is asked whose it is waits for the sign-in, and throws nothing", async () => {
  writeSession({ token: "t".repeat(43), userId: "01HZZZZZZZZZZZZZZZZZZZZZZZ" }, new Date(Date.now() + 60_000));
  vi.spyOn(window, "fetch").mockReturnValue(new Promise(() => {}));
  const settled = vi.fn();
  const required = requireUser("/containers");
  required.then(settled, settled);
  await vi.waitFor(() => expect(queryClient.isFetching({ queryKey: whoQuery.queryKey })).toBe(1));

  await queryClient.cancelQueries();
  await new Promise((resolve) => setTimeout(resolve));
  expect(settled).not.toHaveBeenCalled();
});

test("an answer of 500 or above, when it asks who is signed in, leads to the page of maintenance with the place that was wanted", async () => {
  for (const status of [500, 503]) {
    writeSession({ token: "t".repeat(43), userId: "01HZZZZZZZZZZZZZZZZZZZZZZZ" }, new Date(Date.now() + 60_000));
    vi.spyOn(window, "fetch").mockImplementation(() => Promise.resolve(new Response("", { status })));
    const options = await requireUser("/containers?sort=name").then(
      () => undefined,
      (thrown: { options?: object }) => thrown.options,
    );
    expect(options).toMatchObject({ to: "/under-construction", search: { next: "/containers?sort=name" } });
    queryClient.clear();
  }
});
