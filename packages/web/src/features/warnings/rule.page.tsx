import { useNavigate, useParams, useSearch, Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { loadChunk } from "../../core/chunk.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { Async } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { sayDone } from "../../ui/toast.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { presetRule } from "./presets.ts";
import { newRule } from "../../domain/warnings/new-rule.ts";
import { levelRule, type Rule, watchedBy } from "./rule-input.ts";
import { RuleForm } from "./rule.form.tsx";
import { PresetButtons } from "./new-rule-buttons.tsx";
import { presetNames } from "./warnings.search.ts";
import {
  saveRule,
  useClusterChoices,
  useKitChoices,
  useRule,
  useSentMetrics,
} from "../../domain/warnings/rules.data.ts";

/** Beside the form, with a chart of its own: the form does not wait for it. */
const RuleTrials = lazy(() =>
  loadChunk(() => import("./rule-trials.tsx")).then((part) => ({ default: part.RuleTrials })),
);

/** A rule of one's own that is there already. */
export function RulePage() {
  // Without a slug the route leads to the list.
  const { slug: id = "" } = useParams({ from: "/main/warning/{-$slug}" });
  const { t } = useTranslation(["warnings", "shared"]);
  const saved = useRule(id);
  const isGone = saved.error instanceof ApiError && saved.error.code === "not_found";
  return (
    <>
      <Header title={saved.data?.rule.ruleName ?? t("shared:screen.warning_rule")} />
      {isGone ? (
        <EmptyState title={t("gone.title")} why={t("gone.why")} />
      ) : (
        <Async of={saved} height={640}>
          {(found) => found && <Editor key={id} rule={found.rule} id={id} />}
        </Async>
      )}
    </>
  );
}

/** A new rule: empty, from a preset, or as a copy of another. */
export function NewRulePage() {
  const { t } = useTranslation(["warnings", "shared"]);
  const { preset, copy, container, metric, level, type } = useSearch({ from: "/main/warning/add" });
  const locale = useLocale();
  const copied = useRule(copy);
  const empty = metric === undefined ? newRule() : levelRule({ metric, level, type });
  const began = preset === undefined ? empty : presetRule(preset, locale);
  const rule = { ...began, ...(container !== undefined && { sites: [container] }) };
  return (
    <>
      <Header title={t("shared:screen.warning_add")} />
      {preset === undefined && copy === undefined && metric === undefined && (
        <div className="og-wrap" style={{ marginBottom: 16 }}>
          <PresetButtons presets={presetNames} search={container === undefined ? {} : { container }} />
        </div>
      )}
      {copy === undefined ? (
        <Editor key={[preset, container, metric, level, type].join(" ")} rule={rule} />
      ) : (
        <Async of={copied} height={640}>
          {(found) =>
            found && (
              <Editor
                key={copy}
                rule={{ ...found.rule, ruleName: t("copyOf", { name: found.rule.ruleName }).slice(0, 64) }}
              />
            )
          }
        </Async>
      )}
    </>
  );
}

function Header({ title }: { title: string }) {
  const { t } = useTranslation("warnings");
  return (
    <PageHeader
      title={title}
      context={
        <Link className="og-name-link" to="/warning/list">
          {t("toList")}
        </Link>
      }
    />
  );
}

/** @param props.id Absent: a new one. */
function Editor({ rule, id }: { rule: Rule; id?: string }) {
  const { t } = useTranslation("warnings");
  const navigate = useNavigate();
  const containers = useContainerChoices();
  const clusters = useClusterChoices();
  const kits = useKitChoices();
  // What it begins with stays, though it may be fetched again meanwhile.
  const [began] = useState(rule);
  const [chosen, setChosen] = useState<readonly string[]>();
  const sent = useSentMetrics(chosen ?? watchedBy(began, clusters ?? []));
  const save = async (next: Rule) => {
    await saveRule(id === undefined ? next : { ...next, id });
    sayDone(t("saved", { name: next.ruleName }));
    await navigate({ to: "/warning/list" });
  };
  return (
    <div style={{ maxWidth: 960 }}>
      <RuleForm
        rule={began}
        isNew={id === undefined}
        containers={containers ?? []}
        clusters={clusters ?? []}
        kits={kits ?? []}
        sent={sent}
        onScope={setChosen}
        onSave={save}
        trials={(draft, change) => (
          <Suspense fallback={null}>
            <RuleTrials
              id={id}
              draft={draft}
              containers={containers ?? []}
              clusters={clusters ?? []}
              onChange={change}
            />
          </Suspense>
        )}
      />
    </div>
  );
}
