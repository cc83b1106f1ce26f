import { Button, Group } from "@mantine/core";
import { IconDownload, IconToggleRight } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import { useTick } from "../../core/live/tick.ts";
import { CommandLines } from "../../domain/commands/command-lines.tsx";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { usePeopleSearch } from "../../domain/people/people-search.data.ts";
import { quiet } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useIsPhone, useListSearch } from "../../ui/use-list-search.ts";
import { browserZone } from "../../ui/use-locale.ts";
import { commandsPerPage, saveCommands, useCommands, useMayFindPeople } from "./commands.data.ts";
import { CommandsFilters } from "./commands.filters.tsx";
import { CommandsTable } from "./commands.table.tsx";
import { GroupPart } from "./group-part.tsx";

/** Commands to all containers that the person sees, newest first, with filters and page in the address. */
export function CommandsPage() {
  const { t } = useTranslation(["commands", "shared"]);
  const navigate = useNavigate({ from: "/commands" });
  const list = useListSearch(useSearch({ from: "/main/commands" }), navigate);
  const now = useTick();
  const commands = useCommands(list.asked, now);
  const found = usePeopleSearch();
  const download = useAct(saveCommands);
  const containers = useContainerChoices();
  const mayFindPeople = useMayFindPeople();
  const userId = useCurrentUser()?.id;
  const isPhone = useIsPhone();
  const isFiltered = Object.keys(list.search).some((key) => key !== "page" && key !== "group");
  return (
    <ListPage
      title={t("shared:screen.commands")}
      context={commands.data && t("count", { count: commands.data.total })}
      action={
        <Group gap="sm">
          <GroupPart groupId={list.search.group} onGroup={(id) => list.put("group", id)} />
          <DownloadButton isRunning={download.isRunning} onPress={() => void download.run(list.search)} />
        </Group>
      }
      filters={
        <CommandsFilters
          list={list}
          containers={containers}
          people={found.people}
          onSearchPeople={found.search}
          mayFindPeople={mayFindPeople}
          userId={userId}
        />
      }
      notes={<FormFailure error={download.error} />}
      of={quiet(commands)}
      empty={<NoCommands onClear={isFiltered ? () => list.change({}) : undefined} />}
      page={list.page}
      pageSize={commandsPerPage}
      onPage={list.toPage}
    >
      {(rows) =>
        isPhone ? (
          <div className="og-card">
            <CommandLines commands={rows} now={now} zone={browserZone} withContainer />
          </div>
        ) : (
          <CommandsTable commands={rows} />
        )
      }
    </ListPage>
  );
}

function DownloadButton({ isRunning, onPress }: { isRunning: boolean; onPress: () => void }) {
  const { t } = useTranslation("commands");
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isRunning}
      onClick={onPress}
    >
      {t("download")}
    </Button>
  );
}

/** @param onClear Of a list that is filtered; the others are empty by themselves. */
function NoCommands({ onClear }: { onClear: (() => void) | undefined }) {
  const { t } = useTranslation("commands");
  if (!onClear) return <EmptyState title={t("none.title")} why={t("none.why")} icon={<IconToggleRight size={40} />} />;
  return (
    <EmptyState
      title={t("none.match")}
      why={t("none.matchWhy")}
      icon={<IconToggleRight size={40} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t("clear")}
        </Button>
      }
    />
  );
}
