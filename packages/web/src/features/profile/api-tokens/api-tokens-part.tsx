import { lendable } from "@offgrid/contract/api-tokens/api-token-limits";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../../core/can/current-user.ts";
import { Async } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { createApiToken, removeApiToken, useApiTokens } from "./api-tokens.data.ts";
import { ApiTokensSection } from "./api-tokens-section.tsx";

/** A person's API tokens. */
export function ApiTokensPart() {
  const { t } = useTranslation("api-tokens");
  const tokens = useApiTokens();
  const held = useCurrentUser()?.permissions ?? [];
  return (
    <Section title={t("title")}>
      <Async of={tokens} isEmpty={() => false} height={120}>
        {(rows) => (
          <ApiTokensSection
            tokens={rows}
            now={tokens.dataUpdatedAt}
            rights={lendable.filter((right) => held.includes(right))}
            onCreate={createApiToken}
            onRemove={removeApiToken}
          />
        )}
      </Async>
    </Section>
  );
}
