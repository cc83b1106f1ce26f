import { TextInput } from "@mantine/core";
import { useState } from "react";

import { ApiError } from "../core/api/api-error.ts";
import { FormDone, FormFailure } from "../ui/form-notes.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { PersonSelect } from "../ui/person-select.tsx";
import { Section } from "../ui/section.tsx";
import { Example } from "./example.tsx";
import styles from "./gallery.module.css";
import { useWords } from "./words.ts";

const people = [
  { id: "1", firstName: "Amina", lastName: "Otieno", email: "amina@example.org" },
  { id: "2", firstName: "", lastName: "", email: "bruno@example.org" },
];

export function FormExamples() {
  const words = useWords();
  const [person, setPerson] = useState<string | undefined>("1");
  return (
    <>
      <Example name="form-notes">
        <div className={styles.state}>
          <FormFailure error={new ApiError({ code: "too_many", status: 429, message: "", retryAfterS: 30 })} />
        </div>
        <div className={styles.state}>
          <FormFailure error={new Error("unexpected")} />
        </div>
        <div className={styles.state}>
          <FormDone text={words.saved} />
        </div>
      </Example>
      <Example name="fields">
        <div className={styles.state}>
          <Section title={words.address}>
            <TextInput label={words.name} defaultValue="Lodwar" />
            <TextInput label={words.name} error={words.nothing} />
            <TextInput label={words.name} disabled value="Lodwar" />
          </Section>
        </div>
        <div className={styles.state}>
          <PasswordField label="1" kind="new" />
          <PasswordField label="2" kind="current" error={words.nothing} />
        </div>
        <div className={styles.state}>
          <PersonSelect label={words.find} people={people} value={person} onSearch={() => {}} onChange={setPerson} />
          <PersonSelect label={words.clear} people={people} value={undefined} onSearch={() => {}} onChange={() => {}} />
        </div>
      </Example>
    </>
  );
}
