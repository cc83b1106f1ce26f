import { Button } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError, type ApiErrorCode } from "../../../core/api/api-error.ts";
import { loadWithTexts } from "../../../core/i18n/i18n.ts";
import { saveSetting, useOwnSetting } from "../../../domain/account/own-setting.data.ts";
import { SecretCard } from "../../../domain/containers/secret-card.tsx";
import { Async, quiet } from "../../../ui/async.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { LaterPart } from "../../../ui/later-part.tsx";
import { Section } from "../../../ui/section.tsx";
import { type Draft, keptDraft, nextStep, readDraft, stepToShow } from "./draft.ts";
import type { Step, NewContainerSearch } from "./new-container.search.ts";
import { DeviceStep } from "./device-step.tsx";
import { NameStep } from "./name-step.tsx";
import { type Registered, register } from "./new-container.data.ts";
import { StepBar } from "./step-bar.tsx";
import { StepStart } from "./step-start.tsx";

// What later steps need comes later. What shows the secret is here from the start: it is shown once only.
const PlaceStep = lazy(async () => ({ default: (await import("./place-step.tsx")).PlaceStep }));
const NetworkStep = lazy(() =>
  loadWithTexts(["sim-card"], async () => ({ default: (await import("./network-step.tsx")).NetworkStep })),
);
const PeopleStep = lazy(async () => ({ default: (await import("./people-step.tsx")).PeopleStep }));
const ReviewStep = lazy(async () => ({ default: (await import("./review-step.tsx")).ReviewStep }));
const FirstContact = lazy(async () => ({ default: (await import("./first-contact.tsx")).FirstContact }));

/** Registers a container step by step, gives its secret, and watches until its controller has sent all that is expected. */
export function NewContainerPage() {
  const { t } = useTranslation(["new-container", "shared"]);
  const { step, container }: NewContainerSearch = useSearch({ from: "/main/containers/new" });
  const navigate = useNavigate({ from: "/containers/new" });
  const setting = useOwnSetting();
  const [registered, setRegistered] = useState<Registered>();
  const go = (search: NewContainerSearch) => void navigate({ search, resetScroll: true });
  const isStored = registered === undefined || registered.containerId !== container;
  if (container !== undefined && isStored) {
    return (
      <>
        <PageHeader title={t("shared:screen.new_container")} context={t("contact.context")} />
        <LaterPart height={320}>
          <FirstContact containerId={container} onAnother={() => go({})} />
        </LaterPart>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("shared:screen.new_container")} context={t(registered ? "secret.context" : "context")} />
      {registered ? (
        <Section title={t("secret.title", { id: registered.containerId })}>
          <SecretCard credential={registered} end={t("secret.go")} onStored={() => setRegistered(undefined)} />
        </Section>
      ) : (
        <Async of={quiet(setting)} height={480}>
          {({ newContainer }) => (
            <DraftForm
              draft={readDraft(newContainer)}
              asked={step}
              onGo={(next) => go({ step: next })}
              onRegister={async (draft) => {
                const answer = await register(draft);
                setRegistered(answer);
                go({ container: answer.containerId });
                // What was registered is no draft any more; that the portal could not forget it changes nothing here.
                await saveSetting({ newContainer: null }).catch(() => undefined);
              }}
            />
          )}
        </Async>
      )}
    </>
  );
}

interface DraftFormProps {
  draft: Draft;
  asked: Step | undefined;
  onGo: (step: Step) => void;
  onRegister: (registration: Parameters<typeof register>[0]) => Promise<void>;
}

/** Fields that the portal may refuse, by the step that has them. */
const stepOf: Partial<Record<ApiErrorCode, Step>> = {
  serial_used: "device",
  uuid_used: "device",
  sim_card_used: "network",
};

/** Over a form that has what was typed another time. */
function Continued({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation("new-container");
  return (
    <div className="og-line">
      <p className="og-quiet">{t("continued")}</p>
      <Button variant="subtle" size="compact-sm" onClick={onAgain}>
        {t("again")}
      </Button>
    </div>
  );
}

function DraftForm({ draft, asked, onGo, onRegister }: DraftFormProps) {
  const [isContinued, setContinued] = useState(keptDraft(draft) !== null);
  const [refused, setRefused] = useState<ApiErrorCode>();
  const step = stepToShow(draft, asked);
  const [hasMoved, setMoved] = useState(false);
  const goTo = (to: Step) => {
    setMoved(true);
    onGo(to);
  };
  const keep = (change: Partial<Draft>) => saveSetting({ newContainer: keptDraft({ ...draft, ...change }) });
  const next = async (change: Partial<Draft>) => {
    await keep(change);
    setRefused(undefined);
    goTo(nextStep(step));
  };
  const send = async (registration: Parameters<typeof register>[0]) => {
    try {
      await onRegister(registration);
    } catch (error) {
      const at = error instanceof ApiError ? stepOf[error.code] : undefined;
      if (at === undefined) throw error;
      setRefused((error as ApiError).code);
      goTo(at);
    }
  };
  const shared = {
    draft,
    onNext: next,
    onBack: (change: Partial<Draft>, to: Step) => void keep(change).then(() => goTo(to)),
  };
  return (
    <div className="og-stack">
      {isContinued && (
        <Continued
          onAgain={() => {
            setContinued(false);
            void saveSetting({ newContainer: null });
            goTo("device");
          }}
        />
      )}
      <StepBar draft={draft} step={step} onGo={onGo} />
      <LaterPart height={320}>
        <StepStart key={step} hasMoved={hasMoved}>
          {step === "device" && <DeviceStep {...shared} refused={refused} />}
          {step === "name" && <NameStep {...shared} />}
          {step === "place" && <PlaceStep {...shared} />}
          {step === "network" && <NetworkStep {...shared} refused={refused} />}
          {step === "people" && <PeopleStep {...shared} />}
          {step === "review" && <ReviewStep draft={draft} onGo={goTo} onRegister={send} />}
        </StepStart>
      </LaterPart>
    </div>
  );
}
