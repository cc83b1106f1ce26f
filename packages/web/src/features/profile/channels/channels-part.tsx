import { useState } from "react";
import { useTranslation } from "react-i18next";

import { pushBarrier } from "../../../core/push.ts";
import { Async } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { addBrowser, removeChannel, saveChannel, testChannel, useChannels, useDeliveries } from "./channels.data.ts";
import { ChannelsSection } from "./channels-section.tsx";
import { DeliveryLog } from "./delivery-log.tsx";

/** A person's channels, and what became of messages. */
export function ChannelsPart() {
  const { t } = useTranslation("channels");
  const channels = useChannels();
  const [page, setPage] = useState(1);
  const deliveries = useDeliveries(page);
  return (
    <>
      <Section title={t("title")}>
        <Async of={channels} isEmpty={() => false} height={160}>
          {({ data, kinds, pushKey }) => (
            <ChannelsSection
              channels={data}
              kinds={kinds}
              now={channels.dataUpdatedAt}
              barrier={pushBarrier()}
              onSave={saveChannel}
              onAddBrowser={(name) => addBrowser(name, pushKey)}
              onTest={testChannel}
              onRemove={removeChannel}
            />
          )}
        </Async>
      </Section>
      <Section title={t("log")}>
        <Async of={deliveries} isEmpty={() => false} height={160}>
          {({ data, total }) => <DeliveryLog deliveries={data} {...{ total, page }} onPage={setPage} />}
        </Async>
      </Section>
    </>
  );
}
