import { Alert, Anchor, Button, Divider, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { ApiError } from "../../core/api/api-error.ts";
import { config } from "../../core/config.ts";
import { Declined } from "../../core/declined.ts";
import { hasPasskeys } from "../../core/passkeys.ts";
import { emailField, givenPasswordField } from "../../ui/form-fields.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { useCallForm } from "../../ui/use-call-form.ts";
import { CodeStep } from "./code-step.tsx";
import { DemoAccounts } from "./demo-accounts.tsx";
import { signInWithPasskey } from "./passkey-login.data.ts";
import { emailOfLink, signIn } from "./session.data.ts";
import { ProviderButton } from "./provider-button.tsx";
import { SendLinkAgain } from "./send-link-again.tsx";
import { useCountdown } from "./use-countdown.ts";

const loginForm = z.object({ email: emailField, password: givenPasswordField });

interface Props {
  onSignedIn: () => void;
  mayCreate: boolean;
  /** Name of the organisation by whose provider people may sign in. */
  provider?: string | undefined;
}

/**
 * Address and password, then the code where two-step sign-in is on; or a passkey or the organisation, which replace all of
 * these.
 */
export function LoginForm({ onSignedIn, mayCreate, provider }: Props) {
  const { t } = useTranslation(["session", "ui", "shared"]);
  const { attempt, leaving, failure, needsCode, waitS, startAgain } = useAttempts(onSignedIn);
  const words = failure && failureWords(failure, waitS, t);

  const form = useCallForm({
    schema: loginForm,
    values: { email: emailOfLink(), password: "" },
    send: async ({ email, password }) => {
      await attempt(() => signIn(email, password));
      form.focus("password", { shouldSelect: true });
    },
  });
  const { email, password } = form.getValues();
  if (needsCode) {
    return (
      <CodeStep
        failure={words}
        waitS={waitS}
        onCode={(code) => attempt(() => signIn(email, password, code))}
        onBack={startAgain}
      />
    );
  }
  return (
    <>
      <form noValidate onSubmit={form.onSubmit}>
        <Stack gap="md">
          <Title order={1}>{t("title")}</Title>
          {words !== undefined && (
            <Alert color="red" variant="light" role="alert">
              <Text c="var(--og-danger)">{words}</Text>
            </Alert>
          )}
          {failure instanceof ApiError && failure.code === "not_verified" && <SendLinkAgain email={email} />}
          <TextInput
            label={t("email")}
            type="email"
            autoComplete="username"
            inputMode="email"
            {...form.field("email")}
          />
          <PasswordField kind="current" label={t("password")} {...form.field("password")} />
          <Button type="submit" size="md" loading={form.isSending} disabled={waitS > 0}>
            {t("submit")}
          </Button>
          <OtherWays mayCreate={mayCreate} />
          <WithoutPassword provider={provider} onLeave={leaving} onPasskey={() => attempt(signInWithPasskey)} />
        </Stack>
      </form>
      {config.demo && (
        <DemoAccounts
          onChoose={(address, secret) => {
            form.setValue("email", address, { shouldValidate: true });
            form.setValue("password", secret, { shouldValidate: true });
          }}
        />
      )}
    </>
  );
}

/** Attempts to sign in: why the last one failed, how long to wait before the next, whether it takes a code, too. */
function useAttempts(onSignedIn: () => void) {
  const [failure, setFailure] = useState<Error>();
  const [needsCode, setNeedsCode] = useState(false);
  const [waitS, setWaitS] = useCountdown();
  /** @returns Whether it was done. */
  const tried = async (act: () => Promise<void>): Promise<boolean> => {
    setFailure(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof Declined)) throw error;
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === "code_needed") setNeedsCode(true);
      else setFailure(error);
      if (error instanceof ApiError && code === "too_many") setWaitS(error.retryAfterS ?? 60);
      return false;
    }
  };
  /** @returns Whether the person is signed in. */
  const attempt = async (act: () => Promise<void>): Promise<boolean> => {
    const isIn = await tried(act);
    if (isIn) onSignedIn();
    return isIn;
  };
  const startAgain = () => {
    setNeedsCode(false);
    setFailure(undefined);
  };
  return { attempt, leaving: tried, failure, needsCode, waitS, startAgain };
}

function failureWords(error: Error, waitS: number, t: TFunction<["session", "ui", "shared"]>): string {
  if (!(error instanceof ApiError)) return t("shared:declined.passkey");
  if (error.code === "too_many") return waitS > 0 ? t("wait", { seconds: waitS }) : t("shared:refusal.too_many");
  if (error.status === 0 || error.status >= 500) return t("down");
  return t(`shared:refusal.${error.code}`);
}

function OtherWays({ mayCreate }: { mayCreate: boolean }) {
  const { t } = useTranslation("session");
  return (
    <Group justify="space-between" gap="xs">
      <Anchor size="sm" renderRoot={(props) => <Link to="/forgot-pass" {...props} />}>
        {t("forgot")}
      </Anchor>
      {mayCreate && (
        <Anchor size="sm" renderRoot={(props) => <Link to="/login" search={{ create: true }} {...props} />}>
          {t("create")}
        </Anchor>
      )}
    </Group>
  );
}

interface WithoutPasswordProps {
  provider: string | undefined;
  onLeave: (act: () => Promise<void>) => Promise<unknown>;
  onPasskey: () => Promise<unknown>;
}

function WithoutPassword({ provider, onLeave, onPasskey }: WithoutPasswordProps) {
  const { t } = useTranslation("session");
  if (!hasPasskeys() && provider === undefined) return null;
  return (
    <>
      <Divider label={t("or")} c="var(--og-text)" />
      {provider !== undefined && <ProviderButton name={provider} onAsk={onLeave} />}
      {hasPasskeys() && <PasskeyButton onAsk={onPasskey} />}
    </>
  );
}

function PasskeyButton({ onAsk }: { onAsk: () => Promise<unknown> }) {
  const { t } = useTranslation("session");
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    await onAsk();
    setIsAsking(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={20} aria-hidden />}
      loading={isAsking}
      onClick={() => void ask()}
    >
      {t("passkey")}
    </Button>
  );
}
