import { ContainerCard } from "../../containers/container-card.tsx";
import { gridOrder } from "../../containers/fleet-facts.ts";
import { FittedContainers } from "../fitted-containers.tsx";
import type { ViewProps } from "../widget-parts.tsx";

/** Containers as cards, in the order of the dashboard. */
export function ListView({ widget: { of }, now, heightPx }: ViewProps<"list">) {
  return (
    <FittedContainers
      {...{ of, now, heightPx }}
      order={gridOrder}
      columnPx={240}
      content={(row) => <ContainerCard container={row} now={now} />}
    />
  );
}
