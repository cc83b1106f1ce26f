import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListFilters } from "../../ui/list-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { sayDone } from "../../ui/toast.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useListSearch } from "../../ui/use-list-search.ts";
import { type OwnerRules, rulesByOwner } from "./rule-groups.ts";
import { RuleLine } from "./rule-line.tsx";
import { type SavedRule, takeOverRule, useOthersRules } from "../../domain/warnings/rules.data.ts";
import { useScopeWords } from "./use-scope-words.ts";
import { useWhoseOfAll } from "./use-whose.ts";

/** The rules of other people, each under its owner, to read and to take over. */
export function OthersPage() {
  const { t } = useTranslation(["warnings", "shared"]);
  const navigate = useNavigate({ from: "/warning/other-users" });
  const list = useListSearch(useSearch({ from: "/main/warning/other-users" }), navigate);
  const rules = useOthersRules();
  const [asked, setAsked] = useState<SavedRule>();
  const { search = "" } = list.search;
  return (
    <>
      <PageHeader title={t("shared:screen.others_warning_rules")} context={t("others.context")} />
      <div className="og-stack">
        {(rules.data?.length ?? 0) > 0 && (
          <ListFilters widthPx={240}>
            <SearchField
              label={t("others.search")}
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
            <div className="og-card">
              <EmptyState title={t("others.none")} why={t("others.noneWhy")} icon={<IconUsers size={40} />} />
            </div>
          }
        >
          {(all) => <OwnerCards groups={rulesByOwner(all, search)} onAsk={setAsked} />}
        </Async>
      </div>
      {asked && <TakeOverDialog saved={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface CardsProps {
  groups: readonly OwnerRules[];
  onAsk: (saved: SavedRule) => void;
}

function OwnerCards({ groups, onAsk }: CardsProps) {
  const { t } = useTranslation("warnings");
  const now = useTick();
  const scopeOf = useScopeWords();
  const whose = useWhoseOfAll();
  const nobody = t("others.gone");
  if (groups.length === 0) return <p className="og-note">{t("noMatch")}</p>;
  return (
    <div className="og-stack">
      {groups.map(({ userId, name, rules }) => (
        <section key={userId} className="og-card" aria-label={name ?? nobody}>
          <h2 className="og-title og-anywhere">{name ?? nobody}</h2>
          <ul className="og-plain-list og-lined">
            {rules.map((saved) => (
              <li key={saved.id}>
                <RuleLine
                  saved={saved}
                  scope={scopeOf(saved)}
                  whose={whose}
                  now={now}
                  acts={<TakeOver saved={saved} onAsk={onAsk} />}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function TakeOver({ saved, onAsk }: { saved: SavedRule; onAsk: (saved: SavedRule) => void }) {
  const { t } = useTranslation("warnings");
  const { id, rule } = saved;
  const name = rule.ruleName;
  return (
    <div className="og-line">
      <Button variant="default" aria-label={t("others.takeName", { name })} onClick={() => onAsk(saved)}>
        {t("others.take")}
      </Button>
      <Link className="og-link" to="/warning/history" search={{ rule: id }}>
        {t("others.history")}
        <span className="visually-hidden">{` ${name}`}</span>
      </Link>
    </div>
  );
}

/** Says who loses it, before they do. */
function TakeOverDialog({ saved: { id, rule, owner }, onClose }: { saved: SavedRule; onClose: () => void }) {
  const { t } = useTranslation("warnings");
  const name = rule.ruleName;
  const take = useAct(async () => {
    await takeOverRule(id);
    sayDone(t("others.taken", { name }));
  });
  return (
    <ConfirmDialog
      title={t("others.ask", { name })}
      confirm={t("others.take")}
      isRunning={take.isRunning}
      error={take.error}
      onConfirm={() => void take.run().then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      {t("others.askText", { owner: owner.name ?? t("others.gone") })}
    </ConfirmDialog>
  );
}
