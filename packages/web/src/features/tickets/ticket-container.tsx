import { useTranslation } from "react-i18next";

import { ContainerCard } from "../../domain/containers/container-card.tsx";
import { useContainers, WatchContainers } from "../../domain/containers/containers.data.tsx";

interface Props {
  containerId: string;
  now: number;
}

/** How the container of a ticket is at this moment; nothing where the person does not see it any more. */
export function TicketContainer({ containerId, now }: Props) {
  const { t } = useTranslation("tickets");
  const container = useContainers().data?.find((one) => one.containerId === containerId);
  if (!container) return null;
  return (
    <section className="og-close-stack" aria-label={t("containerNow")}>
      <h2 className="visually-hidden">{t("containerNow")}</h2>
      <WatchContainers ids={[containerId]} />
      <ContainerCard container={container} now={now} />
    </section>
  );
}
