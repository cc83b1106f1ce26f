import { Button, type ButtonProps } from "@mantine/core";
import { IconGitBranch } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { quiet } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListFilters, ListPage } from "../../ui/list-page.tsx";
import { useListSearch } from "../../ui/use-list-search.ts";
import { rowsOf } from "../../domain/automations/automation-rows.ts";
import { useAutomations } from "../../domain/automations/automations.data.ts";
import { useMayAutomate } from "./automations.data.ts";
import { exampleNames } from "../../domain/automations/automation-examples.ts";
import type { AutomationSearch } from "./automations.search.ts";
import { ContainerCard } from "./container-card.tsx";

/** Containers on a page. */
const pageSize = 20;

/** The automations of all containers that the person sees. */
export function AutomationsPage() {
  const { t } = useTranslation(["automations", "shared"]);
  const navigate = useNavigate({ from: "/automation/list" });
  const list = useListSearch(useSearch({ from: "/main/automation/list" }), navigate);
  const { container } = list.search;
  const automations = useAutomations(container);
  const mayAutomate = useMayAutomate();
  const containers = useContainerChoices();
  const rows = automations.data?.filter((one) => rowsOf(one).length > 0);
  const first = (list.page - 1) * pageSize;
  const shown = rows?.slice(first, first + pageSize);
  return (
    <ListPage
      title={t("shared:screen.automation")}
      context={t("context")}
      action={mayAutomate && <NewButton search={{ ...(container !== undefined && { container }) }} text={t("new")} />}
      filters={
        <ListFilters widthPx={240}>
          <ContainerSelect
            label={t("container")}
            containers={containers}
            value={container}
            onChange={(id) => list.put("container", id ?? "")}
          />
        </ListFilters>
      }
      of={quiet({ ...automations, data: rows && { data: shown ?? [], total: rows.length, held: heldBy(rows, first) } })}
      empty={<NoAutomations mayAutomate={mayAutomate} container={container} />}
      page={list.page}
      pageSize={pageSize}
      onPage={list.toPage}
    >
      {(cards) => (
        <div className="og-stack">
          {cards.map((one) => (
            <ContainerCard key={one.containerId} automations={one} mayAutomate={mayAutomate} />
          ))}
        </div>
      )}
    </ListPage>
  );
}

/** Rows are containers, which have several automations each. */
function heldBy(rows: Parameters<typeof rowsOf>[0][], first: number) {
  const count = (some: typeof rows) => some.reduce((sum, one) => sum + rowsOf(one).length, 0);
  const before = count(rows.slice(0, first));
  return { from: before + 1, to: before + count(rows.slice(first, first + pageSize)), total: count(rows) };
}

interface NewButtonProps extends ButtonProps {
  search: AutomationSearch;
  text: string;
}

function NewButton({ search, text, ...look }: NewButtonProps) {
  return (
    <Button {...look} renderRoot={(props) => <Link to="/automation/{-$slug}" search={search} {...props} />}>
      {text}
    </Button>
  );
}

/** With two examples to begin with. */
function NoAutomations({ mayAutomate, container }: { mayAutomate: boolean; container: string | undefined }) {
  const { t } = useTranslation("automations");
  const search = container === undefined ? {} : { container };
  return (
    <div className="og-card">
      <EmptyState
        title={t("empty.title")}
        why={t(mayAutomate ? "empty.why" : "empty.ask")}
        icon={<IconGitBranch size={40} />}
        action={
          mayAutomate && (
            <div className="og-wrap og-center">
              {exampleNames.map((example) => (
                <NewButton
                  key={example}
                  variant="default"
                  search={{ ...search, example }}
                  text={t(`examples.${example}.offer`)}
                />
              ))}
            </div>
          )
        }
      />
    </div>
  );
}
