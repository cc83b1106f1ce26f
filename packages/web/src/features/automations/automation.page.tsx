import { Alert } from "@mantine/core";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { call } from "../../core/api/call.ts";
import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { OutputNamesContext } from "../../domain/output-names/use-output-words.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Section } from "../../ui/section.tsx";
import { AutomationForm } from "./automation.form.tsx";
import { ExampleChoice } from "./example-choice.tsx";
import { exampleAutomation, type ExampleName, type Offer } from "../../domain/automations/automation-examples.ts";
import {
  type Automated,
  offerOf,
  saveAutomation,
  seenNow,
  useAutomated,
} from "../../domain/automations/automated.data.ts";
import { newAutomation } from "./automation-input.ts";
import { automationOf, rowsOf } from "../../domain/automations/automation-rows.ts";
import { useMayAutomate, usePastRuns } from "./automations.data.ts";
import type { AutomationSearch } from "./automations.search.ts";
import { PastRuns } from "./past-runs.tsx";
import { StandingWords } from "../../domain/automations/standing-words.tsx";
import { TryOut } from "./try-out.tsx";

/** Writes an automation of a container, new or there already. */
export function AutomationPage() {
  const { t } = useTranslation(["automations", "shared"]);
  const { slug } = useParams({ from: "/main/automation/{-$slug}" });
  const { container, example }: AutomationSearch = useSearch({ from: "/main/automation/{-$slug}" });
  const navigate = useNavigate({ from: "/automation/{-$slug}" });
  const go = (search: AutomationSearch) => void navigate({ search, replace: true, resetScroll: false });
  const choices = useContainerChoices();
  const mayAutomate = useMayAutomate();
  return (
    <>
      <PageHeader
        title={t("shared:screen.automation_rule")}
        context={
          <Link className="og-name-link" to="/automation/list">
            {t("toList")}
          </Link>
        }
      />
      <div className="og-stack" style={{ maxWidth: 960 }}>
        {!mayAutomate ? (
          <Alert variant="light">{t("mayNot")}</Alert>
        ) : (
          <>
            {slug === undefined && (
              <ContainerSelect
                label={t("container")}
                containers={choices}
                value={container}
                isNeeded
                onChange={(id) => go({ ...(example && { example }), ...(id !== undefined && { container: id }) })}
              />
            )}
            {container === undefined ? (
              <>
                <p className="og-note">{t(slug === undefined ? "chooseContainer" : "noContainer")}</p>
                {slug === undefined && (
                  <ExampleChoice
                    example={example}
                    onChoose={(chosen) => go(chosen === undefined ? {} : { example: chosen })}
                  />
                )}
              </>
            ) : (
              <Editor key={container} containerId={container} id={slug} />
            )}
          </>
        )}
      </div>
    </>
  );
}

function Editor({ containerId, id }: { containerId: string; id: string | undefined }) {
  const automated = useAutomated(containerId);
  return (
    <Async of={automated} height={640}>
      {(known) => (
        <OutputNamesContext value={known.info.outputNames}>
          <Known containerId={containerId} id={id} known={known} />
        </OutputNamesContext>
      )}
    </Async>
  );
}

/** What a new automation begins with, which stays though readings come in meanwhile, and the choice of something else. */
function useBeginning(containerId: string, offer: Offer) {
  const { t } = useTranslation("automations");
  const { example }: AutomationSearch = useSearch({ from: "/main/automation/{-$slug}" });
  const navigate = useNavigate({ from: "/automation/{-$slug}" });
  const begin = (name: ExampleName | undefined) =>
    name ? exampleAutomation(name, t(`examples.${name}.name`), offer) : newAutomation("keep", offer);
  const [{ blank, count }, setBegun] = useState(() => ({ blank: begin(example), count: 0 }));
  const choose = (name: ExampleName | undefined) => {
    setBegun({ blank: begin(name), count: count + 1 });
    const search = { container: containerId, ...(name && { example: name }) };
    void navigate({ search, replace: true, resetScroll: false });
  };
  return { blank, count, choice: <ExampleChoice example={example} onChoose={choose} /> };
}

interface KnownProps {
  containerId: string;
  id: string | undefined;
  known: Automated;
}

/** Saves what is written, and goes to the address of a new one. */
function useSave(containerId: string, id: string | undefined, own: Automated["own"]) {
  const navigate = useNavigate({ from: "/automation/{-$slug}" });
  // One that was just saved is on its way from the portal.
  const [saved, setSaved] = useState<string>();
  const save = async (automation: Automation, base: Automation) => {
    const named = { containerId, automation, ...(id !== undefined && { id }) };
    const answer = await saveAutomation({ ...named, ...(own && { seen: await seenNow(own, id, base) }) });
    setSaved(answer.id);
    if (answer.id !== id) {
      const to = {
        to: "/automation/{-$slug}",
        params: { slug: answer.id },
        search: { container: containerId },
      } as const;
      await navigate({ ...to, replace: true });
    }
    return answer;
  };
  return { saved, save };
}

function Known({ containerId, id, known }: KnownProps) {
  const { t } = useTranslation("automations");
  const { info, own } = known;
  const offer = offerOf(known);
  const { blank, count, choice } = useBeginning(containerId, offer);
  const { saved, save } = useSave(containerId, id, own);
  const there = id === undefined ? blank : (automationOf(own, id) ?? (saved === id ? blank : undefined));
  if (!there) return <EmptyState title={t("gone.title")} why={t("gone.why")} />;
  const row = own && rowsOf(own).find((one) => one.id === id);
  const nameOf = (one: string) =>
    one === id || one === "new" ? t("thisOne") : ((own && automationOf(own, one)?.name) ?? one);
  return (
    <div className="og-stack">
      <Section title={info.name}>
        {offer.outputs.length === 0 && <p className="og-note">{t("noOutputs")}</p>}
        <AutomationForm
          key={count}
          automation={there}
          beginning={choice}
          isNew={id === undefined}
          offer={offer}
          nameOf={nameOf}
          standing={row && own && <StandingWords standing={row.standing} state={own.state} />}
          onSave={save}
          trial={(draft, read) => (
            <TryOut
              zone={info.zoneName}
              id={id}
              draft={draft}
              read={read}
              nameOf={nameOf}
              onTry={async (input) =>
                (await call("automationRun", { containerId, ...(id !== undefined && { id }), ...input })).data
              }
            />
          )}
        />
      </Section>
      {id !== undefined && <Past containerId={containerId} id={id} automation={there} zone={info.zoneName} />}
    </div>
  );
}

interface PastProps {
  containerId: string;
  id: string;
  automation: Automation;
  zone: string;
}

function Past({ containerId, id, automation, zone }: PastProps) {
  const { t } = useTranslation("automations");
  const runs = usePastRuns(containerId, id);
  return (
    <Section title={t("past.title")}>
      <Async of={quiet(runs)} height={120}>
        {(all) => <PastRuns runs={all} automation={automation} zone={zone} />}
      </Async>
    </Section>
  );
}
