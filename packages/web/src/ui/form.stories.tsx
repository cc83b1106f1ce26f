import { TextInput } from "@mantine/core";

import { ApiError } from "../core/api/api-error.ts";
import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { FormDone, FormFailure } from "./form-notes.tsx";
import { PasswordField } from "./password-field.tsx";
import { Section } from "./section.tsx";

const tooMany = new ApiError({ code: "too_many", status: 429, message: "", retryAfterS: 30 });
const unconfirmed = new ApiError({ code: "confirm_needed", status: 403, message: "" });

function Saved() {
  return <FormDone text={useWords().saved} />;
}

function Fields() {
  const words = useWords();
  return (
    <Section title={words.address}>
      <TextInput label={words.name} defaultValue="Lodwar" />
      <TextInput label={words.name} error={words.nothing} />
      <TextInput label={words.name} disabled value="Lodwar" />
    </Section>
  );
}

function NewPassword() {
  return <PasswordField label={useWords().newPassword} kind="new" />;
}

function WrongPassword() {
  const words = useWords();
  return <PasswordField label={words.password} kind="current" error={words.wrong} />;
}

export const stories: readonly Story[] = [
  {
    name: "form-notes",
    states: {
      "too many tries": () => <FormFailure error={tooMany} />,
      unexpected: () => <FormFailure error={new Error("unexpected")} />,
      declined: () => <FormFailure error={unconfirmed} />,
      saved: Saved,
    },
  },
  { name: "section", states: { fields: Fields } },
  { name: "password-field", states: { new: NewPassword, wrong: WrongPassword } },
];
