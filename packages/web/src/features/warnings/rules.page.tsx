import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { useTick } from "../../core/live/tick.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { LaterPart } from "../../ui/later-part.tsx";
import { ListFilters } from "../../ui/list-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { sayDone, sayFailure, sayUndo } from "../../ui/toast.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useListSearch } from "../../ui/use-list-search.ts";
import { ruleMatches } from "./rule-groups.ts";
import { type RuleAct, RuleActs, RuleLine } from "./rule-line.tsx";
import { deleteRule, type SavedRule, saveRule, useRules } from "../../domain/warnings/rules.data.ts";
import { NewRuleButton } from "./new-rule-buttons.tsx";
import { askTuning } from "./trials.data.ts";
import { useScopeWords } from "./use-scope-words.ts";
import { useWhoseOfAll } from "./use-whose.ts";

/** Suggestions are below what there is, or in its place. */
const suggestions = () => loadChunk(() => import("./suggestions.tsx"));
const MoreSuggestions = lazy(() => suggestions().then((part) => ({ default: part.MoreSuggestions })));
const NoRules = lazy(() => suggestions().then((part) => ({ default: part.NoRules })));

/** The person's own rules. */
export function RulesPage() {
  const { t } = useTranslation(["warnings", "shared"]);
  const navigate = useNavigate({ from: "/warning/list" });
  const list = useListSearch(useSearch({ from: "/main/warning/list" }), navigate);
  const rules = useRules();
  const now = useTick();
  const [asked, setAsked] = useState<Asked>();
  const { search = "" } = list.search;
  return (
    <>
      <PageHeader
        title={t("shared:screen.warning_rules")}
        context={t("context")}
        action={<NewRuleButton text={t("new")} search={{}} />}
      />
      <div className="og-stack">
        {(rules.data?.length ?? 0) > 0 && (
          <ListFilters widthPx={240}>
            <SearchField
              label={t("search")}
              clearLabel={t("searchClear")}
              text={search}
              onText={(text) => list.put("search", text)}
            />
          </ListFilters>
        )}
        <Async
          of={quiet(rules)}
          height={320}
          empty={
            <LaterPart height={320}>
              <NoRules />
            </LaterPart>
          }
        >
          {(all) => <RuleLines rules={all.filter((one) => ruleMatches(one, search))} now={now} onAsk={setAsked} />}
        </Async>
        {rules.data && rules.data.length > 0 && (
          <LaterPart height={48}>
            <MoreSuggestions saved={rules.data} />
          </LaterPart>
        )}
      </div>
      {asked && <ActDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface Asked {
  act: RuleAct;
  saved: SavedRule;
}

function RuleLines(props: { rules: readonly SavedRule[]; now: number; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation("warnings");
  const scopeOf = useScopeWords();
  const whose = useWhoseOfAll();
  return (
    <ul className="og-plain-list og-lined og-card" style={{ paddingBlock: 4 }} aria-label={t("list")}>
      {props.rules.map((saved) => (
        <li key={saved.id}>
          <RuleLine
            saved={saved}
            scope={scopeOf(saved)}
            whose={whose}
            now={props.now}
            onTune={() => askTuning(saved.id)}
            acts={<RuleActs saved={saved} onAct={(act) => props.onAsk({ act, saved })} />}
          />
        </li>
      ))}
      {props.rules.length === 0 && <li className="og-note">{t("noMatch")}</li>}
    </ul>
  );
}

/** What it had open is closed by then, and raised again where it still is so. */
function offerUndo(done: string, before: Parameters<typeof saveRule>[0], failed: string): void {
  sayUndo(done, () => void saveRule(before).catch(() => sayFailure(failed)));
}

/** Says what happens to the warnings that are open, before it does. */
function ActDialog({ act, saved, onClose }: { act: RuleAct; saved: SavedRule; onClose: () => void }) {
  const { t } = useTranslation("warnings");
  const { id, rule, open } = saved;
  const name = rule.ruleName;
  const run = useAct(async () => {
    if (act === "delete") await deleteRule(id);
    else if (act === "promote") await saveRule({ ...rule, id, enabled: true, shadow: false });
    else await saveRule({ ...rule, id, enabled: act === "enable" });
    const done = t(`ask.${act}.done`, { name });
    if (act === "disable") offerUndo(done, { ...rule, id, enabled: true }, t("ask.undoFailed"));
    else sayDone(done);
  });
  return (
    <ConfirmDialog
      title={t(`ask.${act}.title`, { name })}
      confirm={t(`acts.${act}`)}
      isRunning={run.isRunning}
      error={run.error}
      onConfirm={() => void run.run().then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p>{t(`ask.${act}.text`)}</p>
      {open > 0 && act !== "enable" && <p>{t("ask.closes", { count: open })}</p>}
    </ConfirmDialog>
  );
}
