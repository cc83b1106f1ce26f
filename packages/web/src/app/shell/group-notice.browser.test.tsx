import type { CurrentUser } from "@offgrid/contract/users/users.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible } from "../../testing/good-part.ts";
import { axeLooks, type Look, render, say } from "../../testing/render.tsx";
import { GroupNotice } from "./group-notice.tsx";

const amina: CurrentUser = {
  id: "u1",
  email: [],
  role: "user",
  roleLabel: "User",
  rolePriority: 4,
  firstName: "Amina",
  lastName: "Diallo",
  phone: null,
  avatar: null,
  permissions: ["view"],
  excludes: [],
  containerCount: 2,
  twoStep: false,
  mustSetUpTwoStep: false,
  units: { temperature: "degC", wind: "m/s" },
};
const text = "Daniela Souza is switching Relay 2 off in 40 containers.";

async function show(person: Partial<CurrentUser>, look: Look = {}): Promise<void> {
  await loadTexts("command-words");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, {
    status: "ok",
    info: { ...amina, ...person },
  } as never);
  await render(
    () => (
      <QueryClientProvider client={client}>
        <GroupNotice text={text} groupId="g 1" />
      </QueryClientProvider>
    ),
    look,
  );
  await expect.element(page.getByText(text)).toBeVisible();
}

const link = () => page.getByRole("link", { name: say("command-words:showGroup"), exact: true });

test("whoever sees containers is led from the notice of a group command to its progress", async () => {
  for (const look of axeLooks) {
    await show({}, look);
    await expect.element(link()).toHaveAttribute("href", "/commands?group=g+1");
    await expectAccessible();
  }
});

test("whoever may not see groups, or whose role leaves out the commands, reads it without the link", async () => {
  for (const person of [{ permissions: [] }, { excludes: ["5"] }]) {
    await show(person);
    await expect.element(link()).not.toBeInTheDocument();
  }
  // What is left out below it does not keep anybody from it.
  await show({ excludes: ["50", "5_1"] });
  await expect.element(link()).toBeVisible();
});
