import { Alert, Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  /** Why the last code was not taken. */
  failure: string | undefined;
  /** Seconds until another try makes sense. */
  waitS: number;
  /** @returns Whether the code was taken. */
  onCode: (code: string) => Promise<boolean>;
  onBack: () => void;
}

/** The second step of the sign-in: a code of the app, or one of the recovery codes. */
export function CodeStep({ failure, waitS, onCode, onBack }: Props) {
  const { t } = useTranslation("session");
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [isChecking, setIsChecking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") {
      field.current?.focus();
      return;
    }
    setIsChecking(true);
    if (await onCode(code.trim())) return;
    setIsChecking(false);
    field.current?.select();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Title order={1}>{t("code_title")}</Title>
        <Text>{t("code_text")}</Text>
        {failure !== undefined && (
          <Alert color="red" variant="light" role="alert">
            <Text c="var(--og-danger)">{failure}</Text>
          </Alert>
        )}
        <TextInput
          ref={field}
          label={t("code")}
          description={t("code_help")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          data-autofocus
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step comes by the person's own act and has this one field
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={isChecking} disabled={waitS > 0}>
          {t("submit")}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t("back")}
        </Button>
      </Stack>
    </form>
  );
}
