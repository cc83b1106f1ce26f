import { TextInput } from "@mantine/core";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";

import { ApiError } from "../core/api/api-error.ts";
import { arriveWith, carriedForms } from "../core/i18n/carried.ts";
import { render, say } from "../testing/render.tsx";
import { emailField, nameField } from "./form-fields.ts";
import { FormFoot } from "./form-foot.tsx";
import { useCallForm } from "./use-call-form.ts";

const schema = z.object({ name: nameField, email: emailField });
interface Values {
  name: string;
  email: string;
}

interface ExampleProps {
  values?: Values;
  send: (values: Values, changed: Partial<Values>) => Promise<unknown>;
}

function Example({ values = { name: "Ada", email: "ada@example.org" }, send }: ExampleProps) {
  const form = useCallForm({ schema, values, fieldOf: { email_used: "email" }, send });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <TextInput label="Name" {...form.field("name")} />
      <TextInput label="Email" {...form.field("email")} />
      <FormFoot form={form} send="Save" done="Saved" />
    </form>
  );
}

const refuse = (code: "email_used" | "forbidden" | "bad_input" | "confirm_needed", fields?: Record<string, string>) =>
  Promise.reject(new ApiError({ code, status: 400, message: code, fields }));
const name = () => page.getByLabelText("Name");
const email = () => page.getByLabelText("Email");
const save = () => page.getByRole("button", { name: "Save" });

test("a form can be sent once something has changed, passes on what changed, and says that it was saved", async () => {
  const sent: unknown[] = [];
  await render(() => (
    <Example
      send={(...given) => {
        sent.push(given);
        return Promise.resolve();
      }}
    />
  ));
  await expect.element(save()).toBeDisabled();
  await name().fill("Grace");
  await save().click();
  await expect.element(page.getByText("Saved")).toBeVisible();
  expect(sent).toEqual([[{ name: "Grace", email: "ada@example.org" }, { name: "Grace" }]]);
  await expect.element(save()).toBeDisabled();
});

test("a field with an error says so, and nothing is sent", async () => {
  let isSent = false;
  await render(() => (
    <Example
      send={() => {
        isSent = true;
        return Promise.resolve();
      }}
    />
  ));
  await name().fill(" ");
  await email().fill("nowhere");
  await save().click();
  await expect.element(page.getByText(say("ui:form.fault.fill_field"))).toBeVisible();
  await expect.element(page.getByText(say("ui:form.fault.bad_email"))).toBeVisible();
  expect(isSent).toBe(false);
});

test("a refusal about a field is shown beside it, any other below the form", async () => {
  await render(() => <Example send={({ name }) => (name === "Used" ? refuse("email_used") : refuse("forbidden"))} />);
  await name().fill("Used");
  await save().click();
  await expect.element(email()).toHaveAccessibleDescription(say("shared:refusal.email_used"));
  await expect.element(email()).toHaveFocus();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await name().fill("Other");
  await save().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("shared:refusal.forbidden"));
});

test("bad_input is shown at the field that the portal names", async () => {
  await render(() => <Example send={() => refuse("bad_input", { name: "too odd" })} />);
  await name().fill("Odd");
  await save().click();
  await expect.element(name()).toHaveAccessibleDescription(say("shared:refusal.bad_input"));
});

test("a user who declines to confirm finds the form as they left it", async () => {
  await render(() => <Example send={() => refuse("confirm_needed")} />);
  await name().fill("Grace");
  await save().click();
  await expect.element(save()).toBeEnabled();
  await expect.element(name()).toHaveValue("Grace");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("values saved elsewhere are taken over, except in a field that is being edited", async () => {
  function Fresh() {
    const [values, setValues] = useState<Values>({ name: "Ada", email: "ada@example.org" });
    return (
      <>
        <Example values={values} send={() => Promise.resolve()} />
        <button type="button" onClick={() => setValues({ name: "Elsewhere", email: "new@example.org" })}>
          Refresh
        </button>
      </>
    );
  }
  await render(Fresh);
  await name().fill("Typed here");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.element(email()).toHaveValue("new@example.org");
  await expect.element(name()).toHaveValue("Typed here");
});

test("what was typed is there again when the page was loaded in another language, but no secret, and only once", async () => {
  const place = JSON.stringify({ name: "Ada", email: "ada@example.org" });
  await render(() => <Example send={async () => {}} />);
  await page.getByLabelText("Name").fill("Amina");
  const forms = carriedForms();
  expect(forms).toEqual([[place, { name: "Amina" }]]);
  await render(() => null);
  arriveWith(forms);
  await render(() => <Example send={async () => {}} />);
  await expect.element(page.getByLabelText("Name")).toHaveValue("Amina");
  await expect.element(page.getByLabelText("Email")).toHaveValue("ada@example.org");
  await expect.element(page.getByRole("button", { name: "Save" })).toBeEnabled();
  await render(() => null);
  await render(() => <Example send={async () => {}} />);
  await expect.element(page.getByLabelText("Name")).toHaveValue("Ada");
});
